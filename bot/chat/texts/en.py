"""English wording. Texts are templates for `str.format`; values are never read as templates."""

# ruff: noqa: E501

from bot.core.periods import Period
from bot.core.question import Level
from bot.core.report import Kind, State
from bot.core.server import AnswersBy

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
CARD_FOOT_REACTIONS = "React with your letter: only the first counts, and it disappears at once · {answered} answered{asked_by} · points end {until}"
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
SCORE_HIDDEN = "Only you see this score: you are hidden on boards (`/preferences`)."
SCORE_DAY = "Days end at midnight, {zone}."
BOARD_HEAD = "Leaderboard · {period} · {topic}"
ALL_TOPICS = "all topics"
BOARD_ROW = "**{rank}.** {name} · {points} · {correct} of {answered} right"
BOARD_YOU = "You: **{rank}.** with {points} · {correct} of {answered} right"
BOARD_NOT_YOU = "You are not on this board yet. `/quiz` gets you there."
BOARD_HIDDEN = "Only you see this row: you are hidden on boards (`/preferences`)."
BOARD_ALONE = "Nobody else is on this board yet."
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
REPORT_UPDATED = "Thank you! I updated your report. {who} can see it as it is now."
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
REPORT_BY = "{says} · {name} · {when}"
REPORT_BY_ONE_OF = "{says} · {name} · {when} · {open_here} open reports of this question"
REPORT_PAGE = "[Open the page]({url})"
SHOW_QUESTION = "Show the question"
LETTERS_AS_SEEN = "The letters are those that this member saw."
LETTERS_NOT_SEEN = "The letters may not be those that this member saw."
DISMISS = "Dismiss"
MARK_MENDED = "Mark mended"
REPORT_STATES = {State.DISMISSED: "dismissed", State.MENDED: "marked mended"}
REPORT_HANDLED = "✓ That report is {state}."
REPORT_WAS_HANDLED = "○ Nothing changed: that report was already {state} by <@{moderator}>."
REPORT_WAS_HANDLED_BY_NOBODY = "○ Nothing changed: that report was already {state}."
REPORT_NOT_HERE = "That report is not here any more."
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

After that you can start again from zero. `/privacy export` gives you a copy first."""
ERASE = "Erase everything"
KEEP = "Keep everything"
ERASE_DONE = "✓ Done: I keep nothing about you any more. If you answer again, you start from zero."
ERASE_KEPT = "○ Nothing was erased."

# Setting a server up
SETUP_HEAD = "Set-up of {server}"
SETUP_THIS_SERVER = "this server"
SETUP_SAVED = "✓ Saved · {line}"
SETUP_REFUSED = "✗ Not saved: {why}"
SETUP_ZONE = "**Time zone** {zone}, where it is {time}"
SETUP_ZONE_HOW = "Days end at midnight there. Change it with `/setup time_zone`."
SETUP_TOPICS = "**Default topics** {topics}"
SETUP_TOPICS_HOW = "What *Anything* means in `/quiz`."
SETUP_TOPICS_SOME = "The menu holds {shown} of {all}; `/setup topic` knows them all."
SETUP_EVERYTHING = "everything"
SETUP_CHANNELS = "**Channels for /quiz** {channels}"
SETUP_CHANNELS_HOW = "A channel's threads and posts belong to it."
SETUP_EVERYWHERE = "everywhere"
SETUP_ANSWERS = "**Answers** by {answers}"
SETUP_ANSWERS_HOW = "Questions with several right answers always take buttons."
SETUP_ROLE = "**Moderator role** {role}"
SETUP_ROLE_HOW = "Its members moderate me, like all who may manage this server."
SETUP_ROLE_FIXED = "Only members who may manage this server can change it."
SETUP_NO_ROLE = "none"
SETUP_PICK_TOPICS = "Everything"
SETUP_PICK_CHANNELS = "Everywhere"
SETUP_PICK_ROLE = "No role"
SETUP_MORE = "{number} more"
ANSWERS_BY = {AnswersBy.BUTTONS: "buttons", AnswersBy.REACTIONS: "reactions"}
CHOSEN = "✓ {label}"
SET_ALREADY = "✓ {title} · set, pick it to take it out"
ZONE_CHOICE = "{zone} · {time}"
CHECK_HEAD = "**Permissions in** <#{channel}>"
CHECK_GOOD = "✓ {permission}"
CHECK_BAD = "✗ {permission}: {why}"
CHECK_NOT_NEEDED = "– {permissions}: only needed for answers by reactions"
CHECK_WHY = {
    "view_channel": "without it I see nothing here",
    "send_messages": "without it I can't send messages of my own here",
    "send_messages_in_threads": "without it I can't work in threads and forum posts",
    "attach_files": "without it verdicts come without their pictures",
    "read_message_history": "without it I can't keep my cards up to date",
    "add_reactions": "without it I can't put letters below a card",
    "manage_messages": "without it everybody would see who chose what",
}
CHECK_CHANNELS = "**The other channels for /quiz**"
CHECK_CHANNEL_GOOD = "✓ {channels}: all granted"
CHECK_CHANNEL_BAD = "✗ <#{channel}>: lacks {missing}"
CHECK_CHANNELS_MORE = "✗ and {number} more that lack something"
CHECK_CHANNELS_MORE_GOOD = "and {number} more"
CHECK_CONNECTION = "**Connection**"
CHECK_INTENT_GOOD = "✓ Intent {intent}: asked for, needs no switch"
CHECK_INTENT_BAD = "✗ Intent {intent}: not asked for; whoever runs me must update me"
CHECK_MEND = "To mend a ✗: in the channel's settings, under Permissions, add my role and switch on what is named; or do it for all channels under Server Settings, Roles. Then send `/setup` again."
GREETING = "Hello! I ask exam-style questions here: type `/quiz`. Moderators set me up with `/setup`, which also checks my permissions."

# Preferences
PREFERENCES_HEAD = "Your preferences, in every server"
PREFERENCE_HIDDEN = {
    False: "**Boards** You are on leaderboards, and others can see your `/score`.",
    True: "**Boards** You are hidden: you are on no leaderboard that others see, and your `/score` is for you alone. Your points still count.",
}
PREFERENCE_NOTES = {
    False: "**Notes** You get no private messages from me.",
    True: "**Notes** You get short notes by private message once there are daily questions here; there are none yet.",
}
PREFERENCE_BUTTONS = {
    ("h", True): "Hide me on boards",
    ("h", False): "Show me on boards",
    ("n", True): "Send me notes",
    ("n", False): "Send me no notes",
}

# Help
HELP = """### How this works
Type `/quiz` and a topic, for example `/quiz networking`. I post a card that everybody here can answer once; \
only you see whether you were right, and why.

**Points** for a right first answer: recall 1, apply 2, analyse 3. A card gives points for 24 hours. A question \
that you met here in the last 90 days is a repeat: explained, but without points.
**Streak** Answer at least one card a day, right or wrong, and it grows. Days end at midnight, {zone}.

`/quiz topic [level] [answers]` a question for everybody here
`/score [member]` points, accuracy and streak
`/leaderboard [period] [topic]` who has the most points
`/preferences` hide me on boards; notes by private message once there are daily questions (there are none yet)
`/privacy export` and `/privacy delete` what I keep about you
`/help` this page

After an answer, **Next question** gives you one more, just for you. Is something wrong with a \
question? **Report** tells the moderators.

Moderators: `/setup` for this server's settings, `/reports` for what members report."""

# Refusals
UNKNOWN_TOPIC = "I know no topic “{asked}”. Did you mean {nearest}?"
UNKNOWN_TOPIC_BARE = "I know no topic “{asked}”. Pick one from the list that opens while you type."
NO_QUESTION = "“{title}” has no question at the level {level}. It has: {levels}."
NO_QUESTION_BARE = "“{title}” has no question at the moment. Pick another topic."
NOT_HERE = "That does not belong to a question here. Type `/quiz` for a new one."
NO_RESULT = "There is no answer of yours on this card yet. React with one letter; if there were two at once, neither counts."
NOT_ANSWERED = "Answer the question first; then I show you the explanation."
ONLY_IN_SERVER = "That works in a server only, not in a private chat."
NOT_MODERATOR = "Only moderators can do that: members who may manage this server, or who have the role that is set in `/setup`."
NOT_MANAGER = "Only members who may manage this server can choose the moderator role."
EVERYONE_MODERATES = "@everyone can't be the moderator role. Pick another role, or none."
TOO_MANY_TOPICS = "There can be 25 default topics at most. Take one out first, or pick whole packs."
SCORE_IS_HIDDEN = "This member keeps their score to themselves."
UNKNOWN_ZONE = "I know no time zone “{asked}”. Did you mean {nearest}?"
UNKNOWN_ZONE_BARE = "I know no time zone “{asked}”. Type a country or a large city, or UTC, and pick one from the list that opens."
NOT_YOURS = "Only the member who asked for this question, or a moderator, can show the answer to everybody."
CHANNEL_NOT_ALLOWED = "`/quiz` is not used in this channel. Go to {channels}."
NO_REACTIONS = "I can't take answers by reactions here, because I lack the permission {missing}. Use `/quiz … answers:buttons` now, or ask a moderator to grant it."
RIGHTS_MISSING = (
    "I can't change the card here, because I lack the permission {missing}. A moderator can grant it."
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
CMD_SETUP = "Moderators: this server's settings, and a check of my permissions"
CMD_SETUP_ZONE = "Where days end: type a country or a large city, or UTC"
CMD_SETUP_TOPIC = "Add a pack or topic to the default ones, or take it out"
CMD_PREFERENCES = "Hide me on boards; notes by private message, once there are daily questions"
CMD_PRIVACY = "What I keep about you"
CMD_PRIVACY_EXPORT = "Everything that I keep about you, as a file"
CMD_PRIVACY_DELETE = "Erase everything that I keep about you; asks first"
