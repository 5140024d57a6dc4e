"""Pages as text: order of options, titles, Markdown."""

import dataclasses
import html
import re
from html.parser import HTMLParser

import pytest
from site_sample import PUBLIC, make_bank, make_question

from bot.core.bank import Bank
from bot.core.question import Option, Topic
from bot.figures.drawing import draw_spec
from bot.site import markdown
from bot.site.pages import index_page, question_page
from bot.site.wording import options_on_page, preview_of, question_title, stem_of


@pytest.mark.parametrize(
    ("text", "made"),
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
def test_markdown_of_packs_becomes_harmless_html(text: str, made: str) -> None:
    assert markdown.block(text) == f"<p>{made}</p>\n"


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
    page = question_page(
        bank, bank.questions["ai-infrastructure", question_id], lambda figure, theme, format: None
    )
    assert words in page
    assert "<picture>" not in page


def test_no_text_of_a_pack_becomes_a_script_a_style_or_a_handler() -> None:
    met: list[str] = []

    class Watcher(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag != "script" or not str(dict(attrs)["src"]).startswith("../../../static/quiz."):
                met.extend([tag, *(name for name, _ in attrs)])

    bank = make_bank()
    for question in bank.questions.values():
        Watcher().feed(question_page(bank, question, lambda figure, theme, format: theme))
    assert [name for name in met if name in ("script", "style", "iframe") or name.startswith("on")] == []


CODE = "```\ndef f(x):\n    if x:\n        return x or 1  # why?\n```"


@pytest.mark.parametrize(
    ("stem", "parts"),
    [
        (f"Look.\n{CODE}\nWhat does it return?", (f"Look.\n{CODE}", "What does it return?", "")),
        (f"Look. What does this return?\n{CODE}", ("Look.", "What does this return?", CODE)),
        (f"Look.\n\n{CODE}\n\nName the result.", (f"Look.\n\n{CODE}", "Name the result.", "")),
        (CODE, (CODE, "Which answer is right?", "")),
        ("Jobs wait. Which link is slow?", ("Jobs wait.", "Which link is slow?", "")),
    ],
)
def test_code_in_a_stem_is_a_block_and_never_part_of_the_heading(
    stem: str, parts: tuple[str, str, str]
) -> None:
    assert [" ".join(part.split()) for part in stem_of(make_question(stem=stem))] == [
        " ".join(part.split()) for part in parts
    ]


def test_a_long_block_of_code_is_shown_whole_with_its_indentation() -> None:
    lines = [f"{'    ' * (n % 4)}line {n} = {{'a': {n}}}" for n in range(60)]
    code = "```\n" + "\n".join(lines) + "\n```"
    bank = make_bank()
    question = make_question(
        stem=f"A job prints this:\n\n{code}\n\nWhy is it so?", full=f"{code}\n\nAfter it."
    )
    page = question_page(bank, question, lambda figure, theme, format: None)
    shown = html.escape("\n".join(lines), quote=False)
    assert page.count(f"<pre><code>{shown}\n</code></pre>") == 2
    assert "<p>After it.</p>" in page


def test_an_explanation_that_ends_inside_a_fence_does_not_swallow_the_page() -> None:
    question = make_question(full="Run this:\n\n```\nnvidia-smi", takeaway="After it.")
    page = question_page(make_bank(), question, lambda figure, theme, format: None)
    assert "<pre><code>nvidia-smi</code></pre>" in page
    assert "<p>After it.</p>" in page


def meta_of(page: str) -> dict[str, str]:
    """The content of each meta element by its name or property."""
    met: dict[str, str] = {}

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            values = dict(attrs)
            if tag == "meta" and (name := values.get("property") or values.get("name")):
                met[name] = str(values["content"])

    Reader().feed(page)
    return met


def named(figure: object, theme: str, format: str) -> str:
    return f"{theme}.{format}"


def test_a_link_unfurls_with_title_description_and_a_picture_at_an_absolute_address() -> None:
    question = make_question()
    meta = meta_of(question_page(make_bank(), question, named, PUBLIC))
    assert meta["og:title"] == "Which interconnect between the servers ends the waiting?"
    assert meta["og:description"] == meta["description"]
    assert meta["description"].startswith("Sixteen servers with eight GPUs each train one language model.")
    assert meta["og:url"] == f"{PUBLIC}/q/ai-infrastructure/interconnect/"
    assert meta["og:image"] == f"{PUBLIC}/f/dark.png"
    assert (meta["og:image:width"], meta["og:image:height"]) == ("1200", "630")
    assert meta["og:image:alt"] == meta["og:title"]
    assert meta["twitter:card"] == "summary_large_image"


def test_without_a_public_address_a_link_unfurls_without_a_picture() -> None:
    meta = meta_of(question_page(make_bank(), make_question(), named))
    assert not {"og:image", "og:url"} & set(meta)
    assert (meta["twitter:card"], "og:title" in meta) == ("summary", True)


def test_what_a_link_unfurls_into_does_not_depend_on_the_answer() -> None:
    bank, question = make_bank(), make_question()

    def turned(option: Option) -> Option:
        return dataclasses.replace(option, correct=not option.correct, rationale="Other words.")

    other = dataclasses.replace(
        question,
        options=tuple(turned(option) for option in question.options[::-1]),
        short="Other.",
        full="Other.",
        takeaway="Other.",
        figure=None,
        references=(),
    )
    preview = preview_of(bank, question)
    assert preview is not None
    assert preview == preview_of(bank, other)
    # The picture is drawn from the preview alone, and from the same one the same bytes come.
    assert draw_spec(preview, "dark", "png") == draw_spec(preview, "dark", "png")
    assert meta_of(question_page(bank, question, named, PUBLIC)) == meta_of(
        question_page(bank, other, named, PUBLIC)
    )
    told = " ".join(dataclasses.astuple(preview))
    assert not any(option.text in told or option.rationale in told for option in question.options)


def test_a_question_that_the_font_cannot_draw_has_no_preview_picture() -> None:
    bank = make_bank()
    assert preview_of(bank, make_question(stem="Which 日本 link?")) is None
    scenario_only = preview_of(bank, make_question(stem="Jobs 🌐 wait. Which link is slow?"))
    assert scenario_only is not None
    assert (scenario_only.scenario, scenario_only.question) == ("", "Which link is slow?")


def ways(question_id: str) -> list[str]:
    """Where the page of a question of the sample bank leads, in its own words."""
    bank = make_bank()
    page = question_page(bank, bank.questions["ai-infrastructure", question_id], named)
    links = re.findall(r'<a[^>]*href="([^"]+)"[^>]*>([^<]+)</a>', page)
    return [f"{text} {href.removeprefix('../../../')}" for href, text in links if "../" in href]


def test_a_question_leads_back_on_and_to_its_topic() -> None:
    assert ways("telemetry") == [
        "AI infrastructure #ai-infrastructure/",
        "Networking #ai-infrastructure/networking",
        "Next question q/ai-infrastructure/wide/",
        "← Previous q/ai-infrastructure/interconnect/",
        "Next → q/ai-infrastructure/wide/",
    ]


def test_the_last_question_of_a_topic_leads_to_the_next_topic_and_the_very_last_to_the_index() -> None:
    assert "Next topic: Security &amp; access q/ai-infrastructure/hostile/" in ways("wide")
    assert "More questions #ai-infrastructure/" in ways("undrawable")
    assert not [way for way in ways("interconnect") if "Previous" in way]


def test_anchors_of_packs_and_topics_never_meet() -> None:
    bank = make_bank()
    (pack,) = bank.packs.values()
    topics = (Topic("b-c", "One"), Topic("c", "Two"), Topic("title", "Three"))
    packs = {
        name: dataclasses.replace(pack, pack_id=name, topics=topics) for name in ("a", "a-b", "main-content")
    }
    questions = {
        (name, f"q{place}"): make_question(f"q{place}", pack_id=name, topic_id=topic.topic_id)
        for name in packs
        for place, topic in enumerate(topics)
    }
    page = index_page(Bank(packs, questions))
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


@pytest.mark.parametrize("question_id", ["interconnect", "telemetry"])
def test_anchors_that_a_question_names_are_those_of_the_index(question_id: str) -> None:
    ids = set(re.findall(r'\bid="([^"]+)"', index_page(make_bank())))
    anchors = {way.rpartition("#")[2] for way in ways(question_id) if " #" in way}
    assert anchors
    assert anchors <= ids
