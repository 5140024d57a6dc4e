"""Rules on the stem and its question (N…, Q…)."""

import re
from collections.abc import Iterator

from bot.core.findings import FieldPath, Remark
from bot.core.lint.text import normal_words, plain, shown, stemmed, without_code, without_quotes
from bot.core.lint.view import View, error, info, warning
from bot.core.lint.wordlists import CRITERIA

_CLAUSE = r"\b(?:that|who|whose|where|when|while|because|if|so|unless|until|although|and|but)\b|[,;:(]"
_VERB = r"(?:is|are|was|were|does|do|did|should|would|will|can|could|has|have|must|may)"
#: A negation of the question itself: after its verb, before anything that opens another clause.
#: "Why does it not start?" asks for a cause and is no negative question.
_NEGATED = re.compile(
    rf"^\W*(?:which|what|who)\b(?:(?!{_CLAUSE}|\bwhich\b).)*?"
    rf"(?:\b{_VERB}\s+(?:(?!{_CLAUSE})\w+\s+){{0,3}}?(?P<not>\*{{0,2}}\bnot\b)(?!\s+only\b)"
    rf"|\b(?P<short>{_VERB}n['’]t)\b)",
    re.I | re.S,
)
_EXCEPT = re.compile(r"(?P<not>\*{0,2}\bexcept\b)", re.I)
_LEAST = re.compile(
    r"(?<!\bat )(?P<not>\*{0,2}\bleast\b)\*{0,2} "
    r"(?:likely|suitable|appropriate|useful|important|helpful|relevant|effective|accurate|true)\b",
    re.I,
)
_FALSE = re.compile(
    r"\b(?:is|are|statements?)\s+(?P<not>\*{0,2}false\b)(?!\s+(?:positive|negative|alarm))", re.I
)
_NEGATIVE_OPTION = re.compile(r"\b(?:not|no|never|without|cannot|neither|nor|\w+n['’]t)\b", re.I)
_UNFOCUSED = re.compile(
    r"^\W*(?:which|what)(?: one| two| three)?(?: of (?:the following|these|them))?"
    r"(?: statements?| options?| answers?)?"
    r"(?: (?:about|regarding|on|concerning) [^?]{1,80})?"
    r" (?:is|are|holds?)(?: \*{0,2}not\*{0,2})? (?:true|correct|false|right|accurate|valid)"
    r"(?: (?:about|regarding|of|for|concerning) [^?]{1,80})?\s*\?",
    re.I,
)
_BLANK = re.compile(r"_{3,}|\\_\\_\\_|\.{5,}|…{2,}")
_YOU = re.compile(r"\b(?:you should|should you|in your opinion|do you think|would you)\b", re.I)
_SUPERLATIVE = re.compile(
    r"\b(?:best|most (?:appropriate|suitable|effective|likely|important|useful)|first)\b", re.I
)
_MEASURED = re.compile(r"\d\s?(?:%|[A-Za-zµ°]+\b)")


def negative_in(lead_in: str) -> str:
    """The word that makes a question negative, with its bold marks; "" if it is not negative."""
    for pattern in (_NEGATED, _EXCEPT, _LEAST, _FALSE):
        if match := pattern.search(lead_in):
            return match.group(match.lastgroup or 0)
    return ""


def check_negative(view: View) -> Iterator[Remark]:
    """N001: the question is positive; a negation that must be is in capitals or bold."""
    word = negative_in(view.lead_in)
    if not word:
        return
    bare = word.strip("*")
    remark = warning if word.startswith("**") or bare.isupper() else error
    found = f'the negative question with "{bare}"'
    if remark is error:
        capitals = "NOT" if bare[:-1].endswith(("'", "’")) else bare.upper()
        mend = f"ask for what does hold, or write **{capitals}**"
        yield error("N001", ("stem",), f"{found}, which is easily overlooked", "a positive question", mend)
    else:
        yield warning("N001", ("stem",), found, "a positive question", "ask for what does hold")


def check_double_negative(view: View) -> Iterator[Remark]:
    """N002: no negative option under a negative question."""
    if not negative_in(view.lead_in):
        return
    for index, text in enumerate(view.options):
        if match := _NEGATIVE_OPTION.search(without_quotes(text)):
            path: FieldPath = ("options", index, "text")
            found = f'"{match[0]}" in an option of a negative question'
            yield warning("N002", path, found, "one negation at most", "ask positively")


def check_lead_in(view: View) -> Iterator[Remark]:
    """Q001: the stem ends with its question."""
    last = view.sentences[-1] if view.sentences else view.stem
    if not last.rstrip(" \n*_)\"”’'").endswith(("?", "？", "؟")):
        found = f'a stem that ends with "{shown(last)}"'
        mend = 'end the stem with the question and "?"; "(Choose two.)" may follow'
        yield warning("Q001", ("stem",), found, "a question", mend)


def check_focus(view: View) -> Iterator[Remark]:
    """Q002: the question can be answered before the options are read."""
    lead_in = plain(view.lead_in)
    if _UNFOCUSED.search(lead_in):
        found = f'the question "{shown(lead_in)}"'
        yield warning("Q002", ("stem",), found, "a question about one thing", "ask for that thing")


def check_blank(view: View) -> Iterator[Remark]:
    """Q003: no blank to fill in the stem."""
    if match := _BLANK.search(without_code(view.question.stem)):
        found = f'the blank "{shown(match[0], 12)}" in the stem'
        yield warning("Q003", ("stem",), found, "a whole sentence", "ask a question instead")


def check_address(view: View) -> Iterator[Remark]:
    """Q004: the question is about the matter, not about the reader."""
    if match := _YOU.search(view.lead_in):
        found = f'"{match[0]}" in the question'
        yield info("Q004", ("stem",), found, "a question about the matter", 'ask for example "Which step …?"')


def check_criterion(view: View) -> Iterator[Remark]:
    """Q005: a question for the best says what it is measured by."""
    match = _SUPERLATIVE.search(view.lead_in)
    if match is None or _MEASURED.search(view.stem):
        return
    stems = {stemmed(word) for word in normal_words(view.stem)}
    if not any(stem in CRITERIA or stem.rstrip("e") in CRITERIA for stem in stems):
        found = f'a question for the "{match[0]}" without a yardstick'
        mend = "name cost, latency, isolation or what else counts"
        yield warning("Q005", ("stem",), found, "a criterion in the stem", mend)
