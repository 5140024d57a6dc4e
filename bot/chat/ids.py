r"""Custom ids: what a button says to us when it is pressed. Built and parsed here only.

They carry a post's id and letters, never anything about the key. Templates are disjoint by their first
letter and must match fully.

q:<post>:<letter or 0>   answer               m:<post>            open the choice of a `multiple`
c:<post>:<letters>       choose this set      s:<post>:<letters>  submit this set
f:<post>:<page>          explanation          n:<post>            next question
l:<period>:<page>:<topic>  leaderboard       y:<post>            my own result
x:<post>:<0 or 1>        show the answer to everybody: ask first, then do
r:<post>                 report the question    r:<post>:<random>  the form that this opens
v:<report>:<d or m>:<page>  dismiss a report, or mark it mended, on a page of open ones
w:<page>                 page of open reports   o:<report>:<page>  the question of a report
e:<0 or 1>               erase my data: no, or yes
u:t  u:c  u:r            menus of the set-up: default topics, channels, moderator role
u:a:<buttons or reactions>  how this server answers
p:<h or n>:<0 or 1>      hide me on boards, notes by private message: off, or on
"""

_POST = r"(?P<post>[0-9a-z]{13})"

ANSWER = rf"q:{_POST}:(?P<letter>[A-H0])"
OPEN = rf"m:{_POST}"
CHOOSE = rf"c:{_POST}:(?P<letters>[A-H]{{0,8}})"
SUBMIT = rf"s:{_POST}:(?P<letters>[A-H]{{0,8}})"
EXPLAIN = rf"f:{_POST}:(?P<page>[0-9]{{1,3}})"
NEXT = rf"n:{_POST}"
RESULT = rf"y:{_POST}"
CLOSE = rf"x:{_POST}:(?P<sure>[01])"
REPORT = rf"r:{_POST}"
REPORT_FORM = rf"r:{_POST}:[0-9a-f]{{16}}"
HANDLE = r"v:(?P<report>[0-9]{1,18}):(?P<how>[dm]):(?P<page>[0-9]{1,6})"
REPORTS = r"w:(?P<page>[0-9]{1,6})"
REPORTED = r"o:(?P<report>[0-9]{1,18}):(?P<page>[0-9]{1,3})"
ERASE = r"e:(?P<sure>[01])"
SETUP_TOPICS = "u:t"
SETUP_CHANNELS = "u:c"
SETUP_ROLE = "u:r"
SETUP_ANSWERS = "u:a:(?P<by>buttons|reactions)"
PREFERENCE = "p:(?P<what>[hn]):(?P<on>[01])"
LEADERBOARD = r"l:(?P<period>today|week|month|all):(?P<page>[0-9]{1,6}):(?P<topic>[a-z0-9/-]{0,81})"


def answer(post_id: str, letter: str) -> str:
    """`letter` as shown, or "0" for "I don't know"."""
    return f"q:{post_id}:{letter}"


def open_choice(post_id: str) -> str:
    """The Answer button of a `multiple` card."""
    return f"m:{post_id}"


def choose(post_id: str, letters: str) -> str:
    """A toggle: `letters` is the set after pressing it."""
    return f"c:{post_id}:{letters}"


def submit(post_id: str, letters: str) -> str:
    """Submit with what was chosen."""
    return f"s:{post_id}:{letters}"


def explain(post_id: str, page: int) -> str:
    """Page 0 opens the explanation as a new message; pages from 1 turn it."""
    return f"f:{post_id}:{page}"


def next_question(post_id: str) -> str:
    """One more question of the same topic."""
    return f"n:{post_id}"


def result(post_id: str) -> str:
    """The member's own result of a post."""
    return f"y:{post_id}"


def close(post_id: str, *, sure: bool) -> str:
    """Shows the answer to everybody; not yet `sure` it only asks."""
    return f"x:{post_id}:{int(sure)}"


def report(post_id: str) -> str:
    """Report the question of a post."""
    return f"r:{post_id}"


def report_form(post_id: str, chance: str) -> str:
    """The form that this opens; `chance` keeps the forms of two members apart."""
    return f"r:{post_id}:{chance}"


def handle(report_id: int, how: str, page: int) -> str:
    """Dismiss ("d") a report or mark it mended ("m"); `page` is where it stands in the list."""
    return f"v:{report_id}:{how}:{page}"


def reports(page: int) -> str:
    """Another page of the open reports."""
    return f"w:{page}"


def reported(report_id: int, page: int) -> str:
    """The question of a report: page 0 opens a new message; pages from 1 turn it."""
    return f"o:{report_id}:{page}"


def erase(*, sure: bool) -> str:
    """Erases the data of who presses it, or keeps them."""
    return f"e:{int(sure)}"


def setup_answers(answers_by: str) -> str:
    """Cards of this server take answers so."""
    return f"u:a:{answers_by}"


def preference(what: str, *, on: bool) -> str:
    """Turns "h" (hidden on boards) or "n" (notes by private message) on or off."""
    return f"p:{what}:{int(on)}"


def leaderboard(period: str, page: int, topic: str) -> str:
    """Another page of a board; `topic` is "" for all topics."""
    return f"l:{period}:{page}:{topic}"
