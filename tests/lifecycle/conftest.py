from tests.wire.fixtures import bot, discord  # noqa: F401
