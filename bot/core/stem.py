"""Takes a stem apart: the scenario, the question at its end, and code that follows it."""

import re
from typing import NamedTuple

# A sentence starts after a stop, question or exclamation mark (closing quote or bracket allowed), after a
# blank line, or below a code fence.
_START = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+|\n\s*\n|(?<=```)\s*\n")
_FENCED = re.compile(r"^```.*?(?:^```[^\S\n]*$|\Z)", re.MULTILINE | re.DOTALL)
#: Stands for a question mark inside code while a stem is taken apart.
_NO_QUESTION = "\x00"


class Stem(NamedTuple):
    """A stem in its parts. Code stays a block: in the one line of a lead-in it would lose its lines.

    The lead-in is "" only for a stem that is all code; `code` is "" unless the code follows the question.
    """

    scenario: str
    lead_in: str
    code: str


def split_stem(stem: str) -> Stem:
    """The lead-in is the last sentence with a "?" outside of code, and what follows it.

    >>> split_stem("Jobs wait. Which link is slow? (Choose two.)")
    Stem(scenario='Jobs wait.', lead_in='Which link is slow? (Choose two.)', code='')

    Without a question mark all of it is lead-in, so that nothing is lost. Known limit: an abbreviation
    with a stop inside the question ("e.g. this?") cuts it there.
    """
    masked = _FENCED.sub(lambda code: code[0].replace("?", _NO_QUESTION), stem.strip())
    scenario, lead_in = (part.replace(_NO_QUESTION, "?") for part in _around_last_question(masked))
    code = _FENCED.search(lead_in)
    if code is None:
        return Stem(scenario, lead_in, "")
    above, below = lead_in[: code.start()].strip(), lead_in[code.end() :].strip()
    if "?" in above or (above and not below):
        return Stem(scenario, above, lead_in[code.start() :])
    return Stem(f"{scenario}\n\n{lead_in[: code.end()]}".strip(), below, "")


def _around_last_question(text: str) -> tuple[str, str]:
    mark = text.rfind("?")
    if mark < 0:
        return "", text
    starts = [match.end() for match in _START.finditer(text) if match.end() <= mark]
    start = max(starts, default=0)
    return text[:start].strip(), text[start:].strip()
