"""Pages as text: order of options, titles, Markdown."""

import re
from html.parser import HTMLParser

import pytest
from site_sample import make_bank, make_question

from bot.core.question import Option
from bot.site import markdown
from bot.site.pages import index_page, options_on_page, question_page, question_title


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (
            "**bold** *soft* ~~gone~~ `x < y`",
            "<strong>bold</strong> <em>soft</em> <s>gone</s> <code>x &lt; y</code>",
        ),
        ("[a](https://example.org/)", '<a href="https://example.org/" rel="noopener nofollow">a</a>'),
        ("[a](HTTPS://example.org/)", '<a href="HTTPS://example.org/" rel="noopener nofollow">a</a>'),
        ("[a](javascript:alert(1))", "a"),
        ("[a](http://example.org)", "a"),
        ("[a](//example.org)", "a"),
        (
            "[a](data:text/html,x) [b](https://b.example)",
            'a <a href="https://b.example" rel="noopener nofollow">b</a>',
        ),
        ("<javascript:alert(1)>", "javascript:alert(1)"),
        ("[a][r]\n\n[r]: javascript:alert(1)", "a"),
        ("![pixel](https://example.org/p.png)", "pixel"),
        ("![<b>](https://example.org/p.png)", "&lt;b&gt;"),
        ("a <img src=x onerror=alert(1)>", "a &lt;img src=x onerror=alert(1)&gt;"),
        ("{{ 7 * 7 }} {% if %}", "{{ 7 * 7 }} {% if %}"),
    ],
)
def test_markdown_of_packs_becomes_harmless_html(text: str, html: str) -> None:
    assert markdown.block(text) == f"<p>{html}</p>\n"


def test_headings_of_a_text_fit_under_those_of_the_page() -> None:
    assert markdown.block("# One\n\n### Three", heading=4) == "<h4>One</h4>\n<h4>Three</h4>\n"


def test_labels_keep_the_text_of_a_link_but_not_the_link() -> None:
    assert markdown.inline("see [the *guide*](https://example.org)") == "see the <em>guide</em>"


def test_the_order_of_options_does_not_depend_on_the_authored_one() -> None:
    question = make_question()
    turned = make_question(options=question.options[::-1])
    assert options_on_page(question) == options_on_page(turned)


def test_keys_written_first_are_spread_over_all_places() -> None:
    options = (Option("k", "k", "r", correct=True), *(Option(f"d{n}", "d", "r") for n in range(3)))
    places = [options_on_page(make_question(f"q{n}", options=options)).index(options[0]) for n in range(200)]
    assert all(30 <= places.count(place) <= 70 for place in range(4))


@pytest.mark.parametrize(
    ("stem", "title"),
    [
        ("Jobs wait. Which **link** is slow? (Choose two.)", "Which link is slow? (Choose two.)"),
        ("Which `ibstat` field [shows](https://example.org) it?", "Which ibstat field shows it?"),
        ("Why " + "so " * 60 + "slow?", "Why " + "so " * 35 + "…"),
    ],
)
def test_a_title_is_the_beginning_of_the_question_without_markup(stem: str, title: str) -> None:
    assert question_title(make_question(stem=stem)) == title


def test_the_index_counts_questions_by_pack_and_topic_and_leaves_out_empty_topics() -> None:
    text = re.sub(r"<[^>]+>", "", index_page(make_bank()))
    assert "5 questions · CC BY 4.0" in " ".join(text.split())
    assert "Networking 3 questions" in text
    assert "Security &amp; access 2 questions" in text
    assert "Nothing here yet" not in text


@pytest.mark.parametrize(
    ("question_id", "words"),
    [("wide", "A photograph of a board"), ("undrawable", "What the picture would have said.")],
)
def test_where_there_is_no_picture_its_words_stand(question_id: str, words: str) -> None:
    bank = make_bank()
    page = question_page(bank, bank.questions["ai-infrastructure", question_id], lambda figure, theme: None)
    assert words in page
    assert "<picture>" not in page


def test_no_text_of_a_pack_becomes_a_script_a_style_or_a_handler() -> None:
    met: list[str] = []

    class Watcher(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            met.extend([tag, *(name for name, _ in attrs)])

    bank = make_bank()
    for question in bank.questions.values():
        Watcher().feed(question_page(bank, question, lambda figure, theme: theme))
    assert [name for name in met if name in ("script", "style", "iframe") or name.startswith("on")] == []
