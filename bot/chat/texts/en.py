"""English wording. Texts are templates for `str.format`; values are never read as templates."""

# ruff: noqa: E501

from bot.core.periods import Period
from bot.core.question import Level
from bot.core.report import Kind, State

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
NO_LEAD_IN = "Which answer is right?"
CARD_FOOT = "Answers are private · {answered} answered{asked_by} · points end {until}"
CARD_FOOT_REACTIONS = (
    "React with your letter: only the first counts, and it disappears at once · \
{answered} answered{asked_by} · points end {until}"
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
REPORT = "Report"
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

# Reports
REPORT_TITLE = "Report this question"
REPORT_KIND = "What is wrong?"
REPORT_KINDS = {
    Kind.KEY: "The answer: another option is right",
    Kind.WORDING: "The wording: unclear or misspelt",
    Kind.OUTDATED: "Outdated: it has changed since",
    Kind.OTHER: "Something else",
}
REPORT_TEXT = "In a few words"
REPORT_TEXT_ABOUT = "Moderators see this with your name. Only “Something else” needs it."
REPORT_THANKS = "Thank you! {who} can see your report now."
REPORT_UPDATED = "Thank you! I updated your report; {who} can see it as it is now."
REPORT_TO_MODERATORS = "The moderators of this server"
REPORT_TO_OPERATOR = "Whoever runs this bot"
REPORTS_HEAD = "Open reports · {total}"
REPORTS_EMPTY = "There are no open reports. When members press **Report** below a verdict, they show up here."
REPORTS_PAGE = "Page {page} of {pages} · oldest first"
REPORT_WHERE = "{pack} · {topic} · `{question_id}`"
REPORT_SAYS = {
    Kind.KEY: "⚑ Another option is right",
    Kind.WORDING: "⚑ Unclear or misspelt",
    Kind.OUTDATED: "⚑ Outdated",
    Kind.OTHER: "⚑ Something else",
}
REPORT_FOOT = "{name} · {when}"
REPORT_FOOT_SEVERAL = "{name} · {when} · {open_here} open reports of this question"
DISMISS = "Dismiss"
MARK_MENDED = "Mark mended"
REPORT_STATES = {State.DISMISSED: "dismissed", State.MENDED: "marked mended"}
REPORT_HANDLED = "✓ That report is {state}."
REPORT_WAS_HANDLED = "○ Nothing changed: that report was already {state} by <@{moderator}>."
REPORT_WAS_HANDLED_BY_NOBODY = "○ Nothing changed: that report was already {state}."
REPORT_GONE = "○ Nothing changed: that report is not here any more."

# Privacy
EXPORT_NAME = "quizbot-my-data.json"
EXPORT_DONE = "Here is everything that I keep about you, in all servers and in our private chat. Only you see this message."
EXPORT_NO_FILES = "I may not attach files here. Send me `/privacy export` in a private chat; there it works."
ERASE_ASK = """### Erase everything about you?
This happens at once, in all servers, and cannot be undone:
- Your points, streak, ranks, reports and preferences are erased, and all of our private chat.
- Your answers in servers stay in the statistics of their questions, without your name and not linked to each other.
- Cards that are in channels already may keep “asked by” with your name, as Discord has them.
- Backups made before keep your data until they are replaced, usually within a week.
After that you can start again from zero.

`/privacy export` gives you a copy first."""
ERASE = "Erase everything"
KEEP = "Keep everything"
ERASE_DONE = "✓ Done: I keep nothing about you any more. If you answer again, you start from zero."
ERASE_KEPT = "○ Nothing was erased."

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
`/privacy export` and `/privacy delete` what I keep about you
`/help` this page

After an answer, **Next question** gives you one more, just for you. Is something wrong with a \
question? **Report** tells the moderators."""

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
INCOMPLETE_REPORT = "That did not tell me what is wrong. Press **Report** again, pick one of the four, and for “Something else” write up to {most} characters."
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
CMD_REPORTS = "Moderators: what members say is wrong with questions"
CMD_PRIVACY = "What I keep about you"
CMD_PRIVACY_EXPORT = "Everything that I keep about you, as a file"
CMD_PRIVACY_DELETE = "Erase everything that I keep about you; asks first"
