import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat import limits, markdown


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [
        ("short", 10, "short"),
        ("exactly ten", 11, "exactly ten"),
        ("a longer text", 8, "a longe…"),
        ("ab🏳️‍🌈cd", 6, "ab…"),  # a flag of four parts is kept whole or not at all
        ("ab👨‍👩‍👧cd", 8, "ab👨‍👩‍👧…"),
    ],
)
def test_a_cut_never_leaves_half_a_character(text, limit, short):
    assert markdown.shorten(text, limit) == short


def test_a_name_is_one_short_line_with_its_markdown_shown():
    assert markdown.name("**a**\n`b`  c") == "\\*\\*a\\*\\* \\`b\\` c"
    assert len(markdown.name("界" * 100)) == 32


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\u202eevil", "evil"),
        ("\u200b \u2060", ""),
        ("<@1> <:a:1>", "\\<@\u200b1> \\<:a:1>"),
        ("https://evil.example", "https:\u200b//evil.example"),
        ("👨‍👩‍👧 family", "👨‍👩‍👧 family"),
        ("❤️", "❤️"),
        *(
            (blank * 3, "")
            for blank in "\u3164\u2800\u115f\u1160\uffa0\u034f\u17b4\U0001d159\ufe0f\u200d\U000e0020"
        ),
        ("\u3164 \u200d\ufe0f \u2800", ""),
        ("a\u3164b", "ab"),
    ],
)
def test_a_name_hides_and_does_nothing(text, shown):
    assert markdown.name(text) == shown


def test_a_quote_has_six_lines_and_loses_no_word():
    assert markdown.quoted("\n".join("abcdef"), 100, 100) == "> a\n> b\n> c\n> d\n> e\n> f"
    assert (
        markdown.quoted("a\n\nb\nc\nd\ne\nf\ng\n*h*", 100, 100)
        == "> a\n> b\n> c\n> d\n> e\n> f / g / \\*h\\*"
    )
    quote = markdown.quoted("a\n" * 299, 100, 100)
    assert quote.count("\n") == 5
    assert len(quote) <= 100


@pytest.mark.parametrize(
    ("text", "bold"),
    [
        ("what is **that**", "**what is that**"),
        ("what does `2**10` give", "**what does `2**10` give**"),
        ("`a` **b** `**`", "**`a` b `**`**"),
    ],
)
def test_bold_leaves_code_alone(text, bold):
    assert markdown.bold(text) == bold


def test_a_fence_that_opens_and_closes_on_one_line_is_no_block():
    text = "```nvidia-smi``` shows it\nand more"
    assert markdown.flowing(text) == "```nvidia-smi``` shows it and more"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("run a || b", "run a \\|\\| b"),
        ("2**10", "2\\*\\*10"),
        ("`a || b`", "`a || b`"),
        ("||both||", "||both||"),
        ("C:\\", "C:\\\\"),
        ("# a", "\\# a"),
        ("> a", "\\> a"),
        ("- a", "\\- a"),
        ("1. a", "1\\. a"),
        ("-# a", "\\-# a"),
        ("a\nb", "a b"),
        ("1.5 Gb/s", "1.5 Gb/s"),
    ],
)
def test_a_line_does_not_become_a_heading_or_a_list(text, line):
    assert markdown.one_line(text) == line


@pytest.mark.parametrize(
    ("text", "flowing"),
    [
        ("one\ntwo", "one two"),
        ("one\n\ntwo", "one\n\ntwo"),
        ("- one\n  goes on\n- two", "- one goes on\n- two"),
        ("### Head\ntext\ngoes on", "### Head\ntext goes on"),
        ("see:\n```\na\nb\n```\nafter\nthat", "see:\n```\na\nb\n```\nafter that"),
        ("1. one\n2. two", "1. one\n2. two"),
        ("open\n```\na", "open\n```\na\n```"),
    ],
)
def test_wrapped_lines_flow_and_blocks_stay(text, flowing):
    assert markdown.flowing(text) == flowing


@given(st.text(alphabet="ab \n`界🏳️‍🌈#-", max_size=600), st.integers(40, 120))
def test_pages_stay_within_their_room_and_close_their_fences(text, characters):
    for page in markdown.pages(text, characters, 3 * characters):
        assert len(page) <= characters
        assert len(page.encode()) <= 3 * characters
        assert page.count("```") % 2 == 0


@given(st.text(alphabet="abc \n界", max_size=500))
def test_pages_lose_no_word(text):
    pages = markdown.pages(text, 50, 150)
    assert "".join("".join(pages).split()) == "".join(text.split())


def text_of(content):
    return {"type": 10, "content": content}


def button(**fields):
    return {"type": 2, "style": 2, "label": "A", "custom_id": "q:1", **fields}


@pytest.mark.parametrize(
    ("fits", "breaks"),
    [
        ([text_of("x" * 4000)], [text_of("x" * 4001)]),
        ([text_of("x" * 2000)] * 2, [text_of("x" * 2000), text_of("x" * 2001)]),
        ([text_of("界" * 2996)], [text_of("界" * 2997)]),
        ([{"type": 14}] * 40, [{"type": 14}] * 41),
        ([button(label="x" * 80)], [button(label="x" * 81)]),
        ([button(custom_id="x" * 100)], [button(custom_id="x" * 101)]),
        ([button(), button(custom_id="q:2")], [button(), button()]),
        ([button(custom_id=None, url="x" * 512)], [button(custom_id=None, url="x" * 513)]),
        (
            [{"type": 1, "components": [button(custom_id=str(n)) for n in range(5)]}],
            [{"type": 1, "components": [button(custom_id=str(n)) for n in range(6)]}],
        ),
        (
            [{"type": 12, "items": [{"description": "x" * 1024}] * 10}],
            [{"type": 12, "items": [{"description": "x" * 1025}]}],
        ),
        ([{"type": 12, "items": [{}] * 10}], [{"type": 12, "items": [{}] * 11}]),
        (
            [{"type": 17, "components": [text_of("x")] * 39}],
            [{"type": 17, "components": [text_of("x")] * 40}],
        ),
    ],
)
def test_discords_limits_hold_exactly(fits, breaks):
    assert limits.violations(fits) == []
    assert len(limits.violations(breaks)) == 1
    with pytest.raises(limits.PayloadTooLarge):
        limits.check_payload(breaks)


@pytest.mark.parametrize("grapheme", ["a" + "\u0301" * 9000, "👩" + "\u200d👩" * 3000])
def test_a_grapheme_without_end_is_cut_all_the_same(grapheme):
    assert all(len(page) <= 400 for page in markdown.pages(grapheme, 400, 1600))
