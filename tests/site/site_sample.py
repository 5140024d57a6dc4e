"""A small bank with every kind of question that a page must cope with."""

import datetime

from bot.core.bank import Bank
from bot.core.question import (
    Figure,
    Image,
    Level,
    Option,
    Pack,
    Question,
    QuestionType,
    Reference,
    Status,
    Topic,
)

FIGURE = Figure(
    kind="bars",
    title="The fabric is 400 times as wide",
    alt="Bars to scale: NDR 400 Gb/s per port, Gigabit Ethernet 1 Gb/s.",
    data={
        "subtitle": "Gb/s per port, drawn to scale",
        "bars": [
            {"label": "InfiniBand NDR", "value": 400, "role": "key", "note": "RDMA between GPU memories"},
            {"label": "Fibre Channel 64GFC", "value": 58, "note": "made for block storage"},
            {"label": "Gigabit Ethernet", "value": 1, "role": "wrong", "note": "a hair on this scale"},
        ],
    },
)

#: A whole PNG of one pixel.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c636060f8cf00000301010018dd8db00000000049454e44ae426082"
)


async def healthy() -> str:
    return ""


#: Where the site is reached from outside, as a setting says.
PUBLIC = "https://quiz.example.org"


async def image_bytes(_sha256: str) -> bytes:
    return PIXEL


HOSTILE = (
    '<img src=x onerror="alert(1)"> <script>alert(2)</script> {{ 7 * 7 }} {% raw %} '
    "[tempting](javascript:alert(3)) [plain](http://example.org/a) [fine](https://example.org/b) "
    "![tracker](https://example.org/pixel.png) <style>body{display:none}</style>"
)


def make_question(question_id: str = "interconnect", **changes: object) -> Question:
    values: dict[str, object] = {
        "pack_id": "ai-infrastructure",
        "topic_id": "networking",
        "question_id": question_id,
        "number": 1,
        "status": Status.PUBLISHED,
        "level": Level.APPLY,
        "type": QuestionType.SINGLE,
        "stem": (
            "Sixteen servers with eight GPUs each train one language model. After every batch all of them "
            "exchange gradients, and the profiler shows GPUs idle for half of each step. "
            "Which interconnect between the servers ends the waiting?"
        ),
        "options": (
            Option(
                "infiniband",
                "InfiniBand NDR with RDMA",
                "400 Gb/s a port and about a microsecond of latency; RDMA moves gradients from GPU memory "
                "to GPU memory without the CPU.",
                correct=True,
            ),
            Option(
                "fibre-channel",
                "Fibre Channel, 64GFC",
                "Fast and lossless, so it is tempting. But it carries block storage between hosts and disk "
                "arrays; GPUs cannot write into each other's memory over it.",
            ),
            Option(
                "gigabit",
                "Gigabit Ethernet on the existing switches",
                "It is there already, but 1 Gb/s makes the exchange hundreds of times slower.",
            ),
            Option(
                "wifi",
                "Wi-Fi 6 access points in each row",
                "Shared air, retries and milliseconds of delay. Right for laptops.",
            ),
        ),
        "short": (
            "Training in lockstep is only as fast as its slowest exchange. Make the link wide *and* quick, "
            "and the GPUs stop waiting for one another."
        ),
        "full": (
            "Data-parallel training repeats **compute, exchange, update**. The exchange is an *all-reduce*: "
            "nobody starts the next step before everybody has the sum.\n\n"
            "## What the link must do\n\n"
            "- be wide: each GPU sends about `2(n-1)/n` of the gradients\n"
            "- be quick: a ring has many short hops\n\n"
            "```\nstep time = compute + all-reduce that is not hidden\n```\n\n"
            "See the [NCCL guide](https://docs.nvidia.com/nccl/) for the algorithms."
        ),
        "takeaway": "When GPUs wait for each other, widen and shorten the path between their memories.",
        "objectives": ("2.9",),
        "figure": FIGURE,
        "references": (
            Reference(
                "InfiniBand Architecture Specification",
                "https://www.infinibandta.org/ibta-specification/",
                datetime.date(2026, 12, 1),
                "Volume 1, chapter 3",
            ),
        ),
    }
    return Question(**(values | changes))  # type: ignore[arg-type]


def make_multiple() -> Question:
    return make_question(
        "telemetry",
        type=QuestionType.MULTIPLE,
        level=Level.ANALYSE,
        stem=(
            "Training slows down on one node every afternoon. "
            "Which two readings tell whether heat is the cause? (Choose two.)"
        ),
        options=(
            Option("temperature", "GPU temperature", "It shows the heat itself.", correct=True),
            Option("clocks", "Clock throttle reasons", "They name thermal slowdown.", correct=True),
            Option("jobs", "Number of queued jobs", "The queue says nothing of heat."),
            Option("disk", "Free disk space", "A full disk fails; it does not slow down by the hour."),
            Option("uptime", "Uptime of the node", "Uptime does not know the afternoon."),
        ),
        figure=None,
    )


def make_hostile() -> Question:
    return make_question(
        "hostile",
        topic_id="security",
        stem=f"{HOSTILE} Does `{{{{ 7 * 7 }}}}` {HOSTILE}?",
        options=(
            Option("a", f"A {HOSTILE}", f"Rationale A {HOSTILE}", correct=True),
            Option("b", f"B {HOSTILE}", f"Rationale B {HOSTILE}"),
        ),
        short=HOSTILE,
        full=f"# Title\n\n{HOSTILE}\n\n<div onclick=alert(1)>block</div>\n\n> {HOSTILE}",
        takeaway=HOSTILE,
        figure=Figure("bars", "t", '"><script>alert(4)</script>', FIGURE.data),
        references=(
            Reference(HOSTILE, "javascript:alert(5)", datetime.date(2026, 1, 2), HOSTILE),
            Reference("quoted", 'https://example.org/"onmouseover="alert(6)', datetime.date(2026, 1, 2)),
        ),
    )


def make_wide() -> Question:
    """Long words, eight options, a wide code block: what bursts a narrow page."""
    word = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft" * 2
    return make_question(
        "wide",
        stem=f"The job prints {word}. Why `{word}`?",
        options=tuple(
            Option(f"o{n}", f"{word} {n}", f"{word} because {word}", correct=n == 5) for n in range(1, 9)
        ),
        full=f"```\n{word}{word}\n```\n\n## {word}\n\n1. {word}\n\n> {word}",
        takeaway=word,
        figure=None,
        image=Image("board.png", "A photograph of a board", "CC-BY-4.0", "https://example.org", "0" * 64),
        references=(
            Reference(word, "https://example.org/" + word, datetime.date(2026, 12, 1), "section " + word),
        ),
    )


def make_undrawable() -> Question:
    figure = Figure("bars", "Broken", "What the picture would have said.", {"bars": "none"})
    return make_question("undrawable", topic_id="security", stem="Why is it so?", figure=figure)


def make_bank() -> Bank:
    questions = (make_question(), make_multiple(), make_wide(), make_hostile(), make_undrawable())
    pack = Pack(
        pack_id="ai-infrastructure",
        title="AI infrastructure",
        licence="CC-BY-4.0",
        language="en-GB",
        description="Practice questions on data centres, accelerators and the networks between them.",
        topics=(
            Topic("networking", "Networking", "🌐"),
            Topic("security", "Security & access", "🔒"),
            Topic("empty", "Nothing here yet"),
        ),
    )
    return Bank(
        packs={pack.pack_id: pack},
        questions={(question.pack_id, question.question_id): question for question in questions},
    )
