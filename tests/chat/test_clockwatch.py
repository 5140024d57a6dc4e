"""The clock is compared with what Discord's answers tell."""

import datetime
import logging
import time
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web

from bot.chat.clockwatch import ClockWatch
from tests.chat.world import World


@asynccontextmanager
async def asked(watch):
    """Asks a server on this machine, whose answers carry its time; gives a way to ask again."""

    async def answer(request):
        response = web.Response()
        if date := request.query.get("date"):
            response.headers["Date"] = date
        return response

    app = web.Application()
    app.router.add_get("/", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with aiohttp.ClientSession(trace_configs=[watch.trace()]) as session:

        async def ask(**query):
            url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
            async with session.get(url, params=query):
                pass

        yield ask
    await runner.cleanup()


class Shifted:
    """This machine's clock, so many seconds off."""

    seconds = 0.0

    def now(self):
        return datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=self.seconds)

    def monotonic(self):
        return time.monotonic()


@pytest.fixture
def clock():
    return Shifted()


def lines(caplog):
    return [(record.levelname, record.getMessage().split(";")[0]) for record in caplog.records]


async def test_a_clock_that_is_five_hours_ahead_is_warned_of_once_and_once_told_to_be_fine(clock, caplog):
    """Field reports, Posts 8: the bot warns about a difference of more than 60 seconds."""
    caplog.set_level(logging.INFO, "bot.chat.clockwatch")
    watch = ClockWatch(clock)
    async with asked(watch) as ask:
        await ask()
        assert watch.difference_s == pytest.approx(0, abs=3)
        clock.seconds = 18_002
        await ask()
        await ask()
        assert watch.difference_s == pytest.approx(18_002, abs=3)
        clock.seconds = 0
        await ask()
        await ask()
    (warned, fine) = lines(caplog)
    assert warned[0] == "WARNING"
    assert warned[1].startswith("this machine's clock is 1800")
    assert warned[1].endswith(" s ahead of Discord's")
    assert fine == ("INFO", "this machine's clock agrees with Discord's again")


def test_sixty_seconds_are_fine_and_more_are_not_in_either_direction(clock, caplog):
    for difference_s in (59.9, -59.9):
        ClockWatch(clock).told(clock.now() - datetime.timedelta(seconds=difference_s))
    assert lines(caplog) == []
    ClockWatch(clock).told(clock.now() + datetime.timedelta(seconds=61))
    assert lines(caplog) == [("WARNING", "this machine's clock is 61 s behind Discord's")]


def test_a_clock_that_jumps_after_discord_told_its_time_is_noticed_before_it_tells_it_again(clock):
    watch = ClockWatch(clock)
    watch.told(clock.now())
    clock.seconds = 40 * 86_400
    assert watch.difference_s == pytest.approx(40 * 86_400, abs=3)


@pytest.mark.parametrize("date", ["yesterday", "Tue, 01 Dec 2026 12:00:00 -0000", "1"])
async def test_an_answer_without_a_usable_time_changes_nothing(clock, date):
    watch = ClockWatch(clock)
    async with asked(watch) as ask:
        await ask(date=date)
    assert watch.difference_s is None


async def test_the_library_tells_the_clients_watch_of_its_requests(tmp_path):
    client = World(tmp_path).client
    (listener,) = client.http.http_trace.on_request_end
    assert listener.__self__ is client.clock_watch
    client.release()
