"""English wording. Texts are templates for `str.format`; values are never read as templates."""

# ruff: noqa: E501

from bot.core.periods import Period
from bot.core.question import Level

LEVELS = {Level.RECALL: "recall", Level.APPLY: "apply", Level.ANALYSE: "analyse"}
PERIODS = {
    Period.TODAY: "today",
    Period.WEEK: "this week",
    Period.MONTH: "this month",
    Period.ALL: "all time",
}


def count(number: int, one: str, many: str = "") -> str:
    """ "1 point", "3 points"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


# The card
CARD_HEAD = "{pack} · {topic} · {level} · {points}"
CARD_FOOT = "Answers are private · {answered} answered{asked_by} · points end {until}"
CARD_FOOT_REACTIONS = (
    "React with your letter: only the first counts, and it disappears at once · {answered} answered · \
points end {until}"
)
CARD_FOOT_CLOSED = "Closed · {answered} answered{asked_by}"
ASKED_BY = " · asked by <@{member_id}>"
CARD_FOOT_PRIVATE = "Only you see this · points end {until}"
DONT_KNOW = "I don't know"
ANSWER = "Answer"
CHOOSE = "Tap every option that fits, then Submit. You can change your mind until then."
SUBMIT = "Submit {letters}"
SUBMIT_NOTHING = "Submit"
MY_RESULT = "My result"
SHOW_ANSWER = "Show the answer"
SHOW_ANSWER_ASK = "Show the answer to everybody here? After that nobody can answer this question any more. {answered} so far."
SHOW_ANSWER_DONE = "Done: in a moment the card shows the answer to everybody."
CLOSED_KEY = "✓ **{letter}**\u2002{option} · {chose}"
CLOSED_DISTRACTOR = "✗ {letter}\u2002{option} · {chose}"
CLOSED_UNKNOWN = "-# “I don't know”: {unknown}"
NOBODY_CHOSE = "nobody"
CHOSE = "{members} ({percent} %)"

# The verdict
RIGHT = "✓ Right"
WRONG = "✗ Not this one"
WRONG_SET = "✗ Not this set"
UNKNOWN = "○ Now you know"
YOU_CHOSE = "You chose {letter} · {option}"
THE_ANSWER = "The answer is {letter} · {option}"
CHOSEN_RIGHT = "✓ {letter} · {option}"
CHOSEN_WRONG = "✗ {letter} · {option}"
MISSED = "○ Missed: {letter} · {option}"
AGAIN = "You answered this card before. Your first answer ({first}) is the one that counts."
AGAIN_OTHER = "You answered this card before. Your first answer ({first}) counts, not {now}."
AN_UNKNOWN = "“I don't know”"
EARNED = "+{points}"
CLOSED = "○ This question is closed"
MISSED_CARD = "closed before you answered: nothing was counted"
NO_POINTS = "no points"
REPEAT = "no points: you met this question here in the last 90 days"
LATE = "practice, no points: this card is more than 24 hours old"
STREAK = "streak: {days}"
EXPLANATION = "Full explanation"
PAGE_LINK = "Open the page"
NEXT = "Next question"
BROKEN_PICTURE = "The picture is missing: it could not be drawn."
NO_PICTURE = "The picture is missing: I may not attach files here. A moderator can grant me “Attach Files”."

# The full explanation
EXPLANATION_PAGE = "Page {page} of {pages}"
EACH_OPTION = "Each option"
KEY_MARK = "right"
DISTRACTOR_MARK = "wrong here"
TAKEAWAY = "Remember: {takeaway}"
REFERENCES = "Sources"
READ_ON = "read {date}"
PREVIOUS = "Previous"
FOLLOWING = "Next page"

# Boards
SCORE_HEAD = "Score of {name}"
SCORE_ROW = "**{period}** · {points} · {correct} of {answered} right ({percent} %) · rank {rank}"
SCORE_ROW_NONE = "**{period}** · nothing yet"
SCORE_STREAK = "Streak: {days} (longest {longest})"
SCORE_DAY = "Days end at midnight, {zone}."
BOARD_HEAD = "Leaderboard · {period} · {topic}"
ALL_TOPICS = "all topics"
BOARD_ROW = "**{rank}.** {name} · {points} · {correct} of {answered} right"
BOARD_YOU = "You: **{rank}.** with {points} · {correct} of {answered} right"
BOARD_NOT_YOU = "You are not on this board yet. `/quiz` gets you there."
BOARD_EMPTY = "Nobody has scored here yet. Be the first: type `/quiz`."
BOARD_PAGE = "Page {page} of {pages} · {players}"
BOARD_NO_PAGE = "There is no page {asked}; this is the last one."
NAMELESS = "somebody"

# Help
HELP = """### How this works
Type `/quiz` and a topic, for example `/quiz networking`. I post a card that everybody here can answer once; \
only you see whether you were right, and why.

**Points** for a right first answer: recall 1, apply 2, analyse 3. A card gives points for 24 hours. A question \
that you met here in the last 90 days is a repeat: explained, but without points.
**Streak** Answer at least one card a day, right or wrong, and it grows. Days end at midnight, UTC.

`/quiz topic [level]` a question for everybody here
`/score [member]` points, accuracy and streak
`/leaderboard [period] [topic]` who has the most points
`/help` this page

After an answer, **Next question** gives you one more, just for you."""

# Refusals
UNKNOWN_TOPIC = "I know no topic “{asked}”. Did you mean {nearest}?"
UNKNOWN_TOPIC_BARE = "I know no topic “{asked}”. Pick one from the list that opens while you type."
NO_QUESTION = "“{title}” has no question at the level {level}. It has: {levels}."
NO_QUESTION_BARE = "“{title}” has no question at the moment. Pick another topic."
NOT_HERE = "This button does not belong to a question here. Type `/quiz` for a new one."
NO_RESULT = "There is no answer of yours on this card yet. React with one letter; if there were two at once, neither counts."
NOT_ANSWERED = "Answer the question first; then I show you the explanation."
ONLY_IN_SERVER = "That works in a server only, not in a private chat."
NOT_MODERATOR = "Only moderators can do that: members who may manage this server, or who have the role that is set in `/setup`."
NOT_YOURS = "Only the member who asked for this question, or a moderator, can show the answer to everybody."
CHANNEL_NOT_ALLOWED = "`/quiz` is not used in this channel. Go to {channels}."
NO_REACTIONS = (
    "I can't take answers by reactions here, because I lack the permission {missing}. A moderator can grant it, \
or take answers by buttons: `/quiz … answers:buttons`."
)
NO_REACTIONS_AT_ALL = "Answers by reactions work in servers and for questions with one right answer only. Leave out `answers`, or pick another topic."
TOO_FAST = "That was quick! Please try again in {wait}."
BUSY = "A lot of people are answering right now, so this did not get through. Please try again in a moment."
CANNOT_SAVE = "I can't save right now, so nothing was counted. Please try again in a minute."
INTERNAL = "Something went wrong on my side. Please try again. If it stays like this, tell a moderator: error {number}."

# Command descriptions (at most 100 characters)
CMD_QUIZ = "Ask a question here; everybody can answer it once"
CMD_QUIZ_TOPIC = "What about? Start typing, or pick Anything"
CMD_QUIZ_LEVEL = "How deep: recall, apply or analyse"
CMD_QUIZ_ANSWERS = "By buttons or reactions; as this server has set it if you leave it out"
CMD_SCORE = "Points, accuracy and streak"
CMD_SCORE_MEMBER = "Whose score; yours if you leave it out"
CMD_LEADERBOARD = "Who has the most points"
CMD_LEADERBOARD_PERIOD = "Which time; all time if you leave it out"
CMD_LEADERBOARD_TOPIC = "Only this topic"
CMD_HELP = "How this works"
