"""Takes a stem apart: the scenario, and the question at its end."""

import re

# A sentence starts after a stop, question or exclamation mark (closing quote or bracket allowed), after a
# blank line, or below a code fence.
_START = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+|\n\s*\n|(?<=```)\s*\n")


def split_stem(stem: str) -> tuple[str, str]:
    """(scenario, lead-in): the lead-in is the last sentence with a "?", and what follows it.

    >>> split_stem("Jobs wait. Which link is slow? (Choose two.)")
    ('Jobs wait.', 'Which link is slow? (Choose two.)')

    Without a question mark all of it is lead-in, so that nothing is lost. Known limit: an abbreviation
    with a stop inside the question ("e.g. this?") cuts it there.
    """
    text = stem.strip()
    mark = text.rfind("?")
    if mark < 0:
        return "", text
    starts = [match.end() for match in _START.finditer(text) if match.end() <= mark]
    start = max(starts, default=0)
    return text[:start].strip(), text[start:].strip()
