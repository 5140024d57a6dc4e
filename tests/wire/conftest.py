from tests.wire.fixtures import bot, discord, here, running  # noqa: F401
