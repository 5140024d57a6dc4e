"""The stand-in refuses what Discord refuses, with its codes, and names the route and the field."""

import json

import aiohttp
import discord as library
import pytest

from tests.wire import checks
from tests.wire.model import User
from tests.wire.standin import TOKEN, Discord

V2 = checks.COMPONENTS_V2
SEND = "POST /channels/{channel_id}/messages"


class Client:
    """Somebody with the bot's token who asks whatever a test wants."""

    def __init__(self, here, session):
        self.here, self.session = here, session

    async def ask(self, method, path, body=None, files=(), **query):
        """The status, the answer and the headers."""
        url = f"http://127.0.0.1:{self.here.port}/api/v10/{path}"
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
        for number, name in enumerate(files):
            form.add_field(f"files[{number}]", b"x", filename=name)
        how = {"data": form} if files else {"json": body} if body is not None else {}
        headers = {"Authorization": f"Bot {TOKEN}"}
        async with self.session.request(method, url, headers=headers, params=query, **how) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None, response.headers

    async def send(self, body, files=()):
        """A message in the channel."""
        return await self.ask("POST", f"channels/{self.here.channel.id}/messages", body, files)

    async def sent(self, **more):
        """The path and the id of a message that is there."""
        _, message, _ = await self.send(words("hello") | more)
        return f"channels/{self.here.channel.id}/messages/{message['id']}", int(message["id"])

    async def answer(self, made, body):
        """The first answer to an interaction."""
        path = f"interactions/{made.id}/{made.token}/callback"
        return await self.ask("POST", path, body, with_response="1")


@pytest.fixture
async def here():
    async with Discord(limits={"GET /channels": (2, 10.0)}) as made:
        yield made


@pytest.fixture
async def client(here):
    async with aiohttp.ClientSession() as session:
        yield Client(here, session)


def words(text):
    return {"flags": V2, "components": [{"type": 10, "content": text}]}


def button(custom_id="q", label="A"):
    return {"type": 2, "style": 2, "label": label, "custom_id": custom_id}


def row(*children):
    return {"type": 1, "components": list(children)}


def of(*components, **more):
    return {"flags": V2, "components": list(components)} | more


def picture(name):
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}}]}


#: What is sent, and how the complaint begins.
TOO_MUCH = {
    "a label of 81": (of(row(button(label="x" * 81))), f"{SEND}: components.0.components.0.label"),
    "a custom id of 101": (of(row(button("x" * 101))), f"{SEND}: components.0.components.0.custom_id"),
    "an alt text of 1025": (
        of({"type": 12, "items": [{"media": {"url": "https://e.org/a"}, "description": "x" * 1025}]}),
        f"{SEND}: components.0.items.0.description",
    ),
    "41 components": (
        of(*({"type": 17, "components": [{"type": 14}] * 40} for _ in range(1))),
        "message: components: 41 of 40",
    ),
    "4,001 characters": (of(*[{"type": 10, "content": "x" * 1334}] * 3), "message: components: 4002 char"),
    "content with the flag": (words("a") | {"content": "b"}, "message: content"),
    "an embed with the flag": (words("a") | {"embeds": [{"title": "b"}]}, "message: embeds"),
    "no flag": (words("a") | {"flags": 0}, "message: flags"),
    "the same custom id twice": (of(row(button("q"), button("q"))), "message: custom_id 'q'"),
    "six buttons in a row": (
        of(row(*(button(f"q{n}") for n in range(6)))),
        f"{SEND}: components.0.components",
    ),
    "a button without a label": (of(row(button(label=""))), "message: button: expected a label"),
    "a missing file": (of(picture("a.png")), "message: media.url: attachment://a.png"),
    "a container in another": (
        of({"type": 17, "components": [{"type": 17, "components": [{"type": 14}]}]}),
        f"{SEND}: components.0.components.0",
    ),
    "a menu of 26": (
        of(
            row(
                {"type": 3, "custom_id": "m", "options": [{"label": "x", "value": str(n)} for n in range(26)]}
            )
        ),
        f"{SEND}: components.0.components.0.options",
    ),
}


@pytest.mark.parametrize("case", TOO_MUCH)
async def test_a_message_that_breaks_a_limit_is_refused_with_route_and_field(here, client, case):
    body, complaint = TOO_MUCH[case]
    status, told, _ = await client.send(body)
    assert (status, told["code"]) == (400, 50035)
    (found,) = here.violations
    assert found.startswith(complaint)
    assert not here.messages


async def test_what_just_fits_is_taken(here, client):
    full = of(
        {"type": 17, "components": [{"type": 10, "content": "x" * 4000}, {"type": 14}, picture("a.png")]},
        row(*(button(f"q{n}" + "x" * 98, "x" * 80) for n in range(5))),
    )
    status, message, _ = await client.send(full, ["a.png"])
    assert (status, here.violations) == (200, [])
    assert here.messages[int(message["id"])].files == ["a.png"]


async def test_a_text_of_too_many_bytes_is_an_error_500(here, client):
    assert (await client.send(words("界" * 3386 + "x" * 0)))[0] == 200  # 10,158 bytes and 12
    assert (await client.send(words("界" * 3386 + "x")))[0] == 500
    assert here.violations.pop().startswith("message: components: 10171 bytes")


async def test_the_same_nonce_is_the_same_message_while_it_lasts(here, client):
    body = words("a") | {"nonce": "post-1", "enforce_nonce": True}
    _, first, _ = await client.send(body)
    assert (await client.send(body))[1]["id"] == first["id"]
    here.moves(here.rest.nonces_last_s + 1)
    _, later, _ = await client.send(body)
    assert later["id"] != first["id"]
    here.deletes_message(here.messages[int(later["id"])])
    status, told, _ = await client.send(body)
    assert (status, told["code"]) == (404, 10008)


PRIVATE = {"type": 4, "data": {"flags": V2 | checks.EPHEMERAL, "components": [{"type": 10, "content": "a"}]}}


async def test_an_interaction_is_answered_once_and_within_three_seconds(here, client):
    made = await here.types("help")
    assert (await client.answer(made, PRIVATE))[0] == 200
    status, told, _ = await client.answer(made, PRIVATE)
    assert (status, told["code"]) == (400, 40060)
    late = await here.types("help")
    here.moves(3.1)
    status, told, _ = await client.answer(late, PRIVATE)
    assert (status, told["code"]) == (404, 10062)
    assert late.acknowledged_at is None


async def test_a_token_lasts_fifteen_minutes(here, client):
    made = await here.types("help")
    await client.answer(made, PRIVATE)
    original = f"webhooks/1/{made.token}/messages/@original"
    assert (await client.ask("PATCH", original, words("b")))[0] == 200
    here.moves(15 * 60 + 1)
    status, told, _ = await client.ask("PATCH", original, words("c"))
    assert (status, told["code"]) == (401, 50027)


async def test_an_ephemeral_message_can_be_had_by_its_token_only(here, client):
    made = await here.types("help")
    await client.answer(made, PRIVATE)
    path = f"channels/{here.channel.id}/messages"
    for method, body in (("GET", None), ("PATCH", words("b")), ("DELETE", None)):
        status, told, _ = await client.ask(method, f"{path}/{made.original.id}", body)
        assert (status, told["code"]) == (404, 10008)
    assert (await client.ask("GET", path))[1] == []
    assert made.original.seen_by == here.ada.id
    with pytest.raises(AssertionError, match="bob does not see"):
        await here.clicks("q", made.original, here.bob)


async def test_only_own_messages_are_edited(here, client):
    path, number = await client.sent()
    here.messages[number].author = User(1, "somebody")
    status, told, _ = await client.ask("PATCH", path, words("b"))
    assert (status, told["code"]) == (403, 50005)


async def test_old_messages_are_edited_three_times_in_twenty_seconds(here, client):
    path, _ = await client.sent()
    here.moves(3601)
    assert [(await client.ask("PATCH", path, words("b")))[0] for _ in range(3)] == [200] * 3
    status, told, headers = await client.ask("PATCH", path, words("b"))
    assert (status, told["code"]) == (429, 30046)
    assert 19 < float(headers["Retry-After"]) <= 20
    assert told["retry_after"] == float(headers["Retry-After"])
    here.moves(20)
    assert (await client.ask("PATCH", path, words("b")))[0] == 200


RIGHTS = [
    ("view_channel", 403, 50001),
    ("send_messages", 403, 50013),
    ("attach_files", 403, 50013),
]


@pytest.mark.parametrize(("right", "status", "code"), RIGHTS)
async def test_a_missing_right_is_refused(here, client, right, status, code):
    here.channel.denied = library.Permissions(**{right: True}).value
    found, told, _ = await client.send(of(picture("a.png")), ["a.png"])
    assert (found, told["code"]) == (status, code)


async def test_without_read_message_history_there_is_none_and_no_error(here, client):
    await client.sent()
    here.channel.denied = library.Permissions(read_message_history=True).value
    assert (await client.ask("GET", f"channels/{here.channel.id}/messages"))[:2] == (200, [])


async def test_what_is_not_there_is_unknown(here, client):
    assert (await client.ask("GET", "channels/1/messages/2"))[1]["code"] == 10003
    assert (await client.ask("GET", f"channels/{here.channel.id}/messages/2"))[1]["code"] == 10008
    assert (await client.ask("POST", "interactions/1/told-1/callback", PRIVATE))[1]["code"] == 10062
    assert (await client.ask("GET", "nothing/there"))[0] == 404
    assert here.violations == ["GET /nothing/there: there is no such route here"]


async def test_a_bucket_tells_its_limit_in_headers_and_refuses_beyond_it(here, client):
    path = f"channels/{here.channel.id}"
    left = [(await client.ask("GET", path))[2]["X-RateLimit-Remaining"] for _ in range(2)]
    status, told, headers = await client.ask("GET", path)
    assert (left, status, told["global"]) == (["1", "0"], 429, False)
    assert "Via" in headers
    assert 9 < float(headers["Retry-After"]) <= 10
    here.moves(10)
    assert (await client.ask("GET", path))[0] == 200


async def test_a_wrong_token_is_refused(here, client):
    async with client.session.get(f"http://127.0.0.1:{here.port}/api/v10/users/@me") as response:
        assert response.status == 401


@pytest.fixture
async def connect(here, client):
    """Connects to the gateway and says hello."""
    sockets = []

    async def connected():
        sockets.append(await client.session.ws_connect(here.gateway_url))
        assert (await sockets[-1].receive_json())["op"] == 10
        return sockets[-1]

    yield connected
    for each in sockets:
        await each.close()


async def test_who_resumes_is_told_what_it_missed_and_who_lost_its_session_is_sent_away(here, connect):
    first = await connect()
    await first.send_json({"op": 2, "d": {"token": TOKEN, "intents": 1}})
    ready, server = await first.receive_json(), await first.receive_json()
    assert (ready["t"], server["t"], server["s"]) == ("READY", "GUILD_CREATE", 2)
    await here.gateway.drop(4000)
    for name in ("A", "B"):
        await here.gateway.send(name, {})
    resume = {"op": 6, "d": {"token": TOKEN, "session_id": ready["d"]["session_id"], "seq": 3}}
    second = await connect()
    await second.send_json(resume)
    assert [(await second.receive_json())["t"] for _ in range(2)] == ["B", "RESUMED"]
    await here.gateway.forget_session()
    assert await second.receive_json() == {"op": 9, "d": False}
    third = await connect()
    await third.send_json(resume)
    assert await third.receive_json() == {"op": 9, "d": False}
