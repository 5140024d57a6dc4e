"""Markdown from packs, which are hostile input, as HTML that can do no harm."""

from collections.abc import MutableMapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict


def block(text: str, heading: int = 3) -> Markup:
    """Paragraphs, lists and code; every heading in it becomes one of level `heading`."""
    return Markup(_markdown().render(text, {"heading": heading, "links": True}))


def inline(text: str) -> Markup:
    """One run of text for a label or heading: emphasis and code, and links as their text only."""
    return Markup(_markdown().renderInline(" ".join(text.split()), {"links": False}))


def plain(text: str) -> str:
    """The text without its markup, for titles; not yet escaped."""
    children = _markdown().parseInline(" ".join(text.split()), {"links": False})[0].children or []
    return "".join(token.content for token in children).strip()


@cache
def _markdown() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    # No raw HTML, and none of the rules that fetch or guess: what a pack writes stays text.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("strikethrough")
    # Every address is let through here and judged in _judge_links, which keeps the link's text.
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    markdown.core.ruler.push("links", _judge_links)
    markdown.core.ruler.push("headings", _level_headings)
    markdown.add_render_rule("image", _image_as_text)
    return markdown


def _judge_links(state: "StateCore") -> None:
    """Keep https links, marked as not ours; of all others only the text stays."""
    for token in state.tokens:
        if token.children:
            token.children = _with_safe_links(token.children, bool(state.env.get("links")))


def _with_safe_links(children: list["Token"], wanted: bool) -> list["Token"]:
    kept: list[Token] = []
    keeping = False  # links do not nest, so one flag pairs each close with its open
    for token in children:
        if token.type == "link_open":
            keeping = wanted and str(token.attrGet("href")).lower().startswith("https://")
            token.attrSet("rel", "noopener nofollow")
        if token.type not in ("link_open", "link_close") or keeping:
            kept.append(token)
    return kept


def _level_headings(state: "StateCore") -> None:
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{state.env.get('heading', 3)}"


def _image_as_text(
    _renderer: "RendererHTML",
    tokens: Sequence["Token"],
    index: int,
    _options: "OptionsDict",
    _env: MutableMapping[str, Any],
) -> str:
    # A picture from elsewhere would be a third-party request; its description stays.
    return str(escape(tokens[index].content))
