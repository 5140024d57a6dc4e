"""Each rule on one question: what it says, word for word, and where it keeps silent."""

import datetime
from dataclasses import replace

import pytest

from bot.core.lint import PACK_CODES, RULES, lint_question
from bot.core.question import Option, Status
from tests.lint.sample import (
    CLEAN,
    CONTEXT,
    FIGURE,
    IMAGE,
    PACK,
    option,
    reference,
    remarks,
    several,
    spoiled,
    stem,
    texts,
)

_ID = "lower-case words joined by hyphens, at most 40 characters"
_SILENT = {"short": "Nothing.", "full": "Nothing at all.", "takeaway": "Nothing."}
_UNSAID = 'the number of keys (two) in the question itself; end the stem with "(Choose two.)"'
_PAIRS = "expected options that do not hang together in pairs; reword one, or add a second such pair"
_OWN = "expected an answer of its own; replace it"
_POSITIVE = "which is easily overlooked; expected a positive question; ask for what does hold, or write"
_LETTERS = "but letters change with each post; expected the option in words; name what the option says"

FIRING = [
    (
        "S001",
        {"number": 0},
        "revision: error: revision is 0; expected a whole number from 1; write 1 for the first",
    ),
    ("S001", {"stem": " "}, "stem: error: the stem is empty; expected a text; write it"),
    (
        "S001",
        {"stem": "x" * 1201},
        "stem: error: the stem has 1,201 characters; expected at most 1,200; shorten it by 1",
    ),
    (
        "S001",
        option(0, text="x" * 5000),
        "options.0.text: error: the option's text has 5,000 characters; expected at most 200; "
        "shorten it by 4,800",
    ),
    (
        "S001",
        option(0, rationale="x" * 601),
        "options.0.rationale: error: the rationale has 601 characters; expected at most 600; shorten it by 1",
    ),
    (
        "S001",
        {"short": "x" * 901},
        "short: error: the short explanation has 901 characters; expected at most 900; shorten it by 1",
    ),
    (
        "S001",
        {"takeaway": "x" * 241},
        "takeaway: error: the takeaway has 241 characters; expected at most 240; shorten it by 1",
    ),
    (
        "S001",
        {"options": CLEAN.options[:1]},
        "options: error: 1 option; expected 2 to 8; add or delete options",
    ),
    (
        "S001",
        option(0, option_id="RAID 0"),
        f'options.0.id: error: the option id "RAID 0"; expected {_ID}; rename it',
    ),
    (
        "S001",
        option(0, option_id="raid-5"),
        'options.1.id: error: the option id "raid-5" a second time; expected another id than option 1 has; '
        "rename one of the two",
    ),
    (
        "S001",
        option(0, option_id="a" * 41),
        f'options.0.id: error: the option id "{"a" * 41}"; expected {_ID}; rename it',
    ),
    (
        "S001",
        {"question_id": "Two failures"},
        f'-: error: the question id "Two failures"; expected {_ID}; rename the file',
    ),
    (
        "S001",
        reference(url="http://man7.org/x"),
        'references.0.url: error: the address "http://man7.org/x"; expected a full https:// address; '
        "write the page's https address",
    ),
    (
        "S001",
        reference(url="https://[::1"),
        'references.0.url: error: the address "https://[::1"; expected a full https:// address; '
        "write the page's https address",
    ),
    (
        "S001",
        reference(retrieved=datetime.date(2026, 12, 3)),
        "references.0.retrieved: error: retrieved is 2026-12-03, which is in the future; "
        "expected 2026-12-01 or a day before; write when you read it",
    ),
    (
        "S001",
        {"objectives": ("9.9",)},
        'objectives.0: error: the objective "9.9"; expected an objective of the pack sample; '
        "correct it, or add it to pack.yaml",
    ),
    (
        "S001",
        {"topic_id": "disks"},
        '-: error: the topic "disks"; expected a topic of the pack sample; '
        "add it to topics in pack.yaml, or move the question",
    ),
    (
        "S001",
        {"enemies": ("one-failure", "nobody")},
        'enemies.1: error: the enemy "nobody"; expected the id of a question of this pack; '
        "correct or delete it",
    ),
    (
        "S001",
        {"enemies": ("two-failures",)},
        "enemies.0: error: the question as its own enemy; expected another question; delete it",
    ),
    (
        "S001",
        {"figure": FIGURE, "image": IMAGE},
        "image: error: a figure and an image; expected one of the two; delete one",
    ),
    (
        "K001",
        option(0, correct=True),
        "options: error: 2 correct options in a single question; expected exactly one; "
        "write correct: true at exactly one option, or make the type multiple",
    ),
    (
        "K001",
        several(1),
        "options: error: 1 correct option in a multiple question; expected 2 to 3; "
        "correct the options, or make the type single",
    ),
    (
        "K001",
        several(0, 1, 2, 3),
        "options: error: 4 correct options in a multiple question; expected 2 to 3; "
        "correct the options, or make the type single",
    ),
    ("K001", several(1, 2), f"stem: error: a stem that does not say how many to choose; expected {_UNSAID}"),
    (
        "K001",
        several(1, 2, **stem("Which three levels fit?")),
        f"stem: error: a stem that does not say how many to choose; expected {_UNSAID}",
    ),
    (
        "K002",
        option(0, rationale=""),
        "options.0.rationale: warning: no rationale for raid-0; expected why it is right or wrong here; "
        "add rationale",
    ),
    (
        "K002",
        option(0, rationale="Correct, it stripes."),
        'options.0.rationale: warning: a rationale of a wrong option that begins with "Correct"; '
        "expected why it is wrong here; correct the key or the rationale",
    ),
    (
        "K002",
        option(2, rationale="**Wrong**: it mirrors."),
        'options.2.rationale: warning: a rationale of the key that begins with "Wrong"; '
        "expected why it is right; correct the key or the rationale",
    ),
    ("K003", {"short": "Option B is too slow."}, f'short: error: "Option B", {_LETTERS}'),
    ("K003", {"full": "Answers A and C mirror."}, f'full: error: "Answers A", {_LETTERS}'),
    (
        "K003",
        {"figure": replace(FIGURE, alt="Answer C has more.")},
        f'figure.alt: error: "Answer C", {_LETTERS}',
    ),
    (
        "K003",
        {"figure": replace(FIGURE, title="Why option B fails")},
        f'figure.title: error: "option B", {_LETTERS}',
    ),
    (
        "K003",
        {"figure": replace(FIGURE, data={"bars": [{"label": "RAID 0"}, {"label": "Option C"}]})},
        f'figure.bars.1.label: error: "Option C", {_LETTERS}',
    ),
    (
        "K003",
        option(0, rationale="Unlike choice (D), it stripes."),
        f'options.0.rationale: error: "choice (D)", {_LETTERS}',
    ),
    (
        "K004",
        texts("Stripe with double parity", "Mirror each disk", "Copy to tape weekly", **_SILENT),
        "short: warning: an explanation without any of: double, parity, stripe; "
        "expected the key's own words in it; check that it explains the key",
    ),
    (
        "L001",
        texts(
            "A level that keeps two parity blocks in each stripe of the disks",
            "A mirror of disks",
            "A single parity block",
            "A stripe of disks",
        ),
        "options.0.text: warning: a key of 13 words where the others have 4 on average; "
        "expected a key as long as the others; shorten it or lengthen the others",
    ),
    (
        "L002",
        texts("RAID 6", "A mirror of two disks, each with its own controller and cable"),
        "options: warning: options of 2 to 12 words; expected options of similar length; even them out",
    ),
    (
        "R001",
        stem("Which level " + "that keeps each file " * 10 + "fits?"),
        "stem: warning: a sentence of 43 words in the stem; expected at most 40; split the long sentences",
    ),
    (
        "R001",
        {"stem": f"Disks fail {'now and then ' * 8}. Which level {'is it ' * 13}?"},
        "stem: warning: sentences of 27 words on average in the stem; expected at most 25; "
        "split the long sentences",
    ),
    (
        "R001",
        {
            "stem": "Organisational sustainability considerations necessitate extraordinarily comprehensive "
            "availability characteristics. Which architectural configuration accommodates it?"
        },
        "stem: warning: a stem of reading grade 40, in years of school; expected at most 14; "
        "use shorter words and sentences",
    ),
    (
        "R002",
        {"stem": "word " * 121 + "is it?"},
        "stem: warning: a stem of 123 words; expected at most 120; cut what is not needed",
    ),
    (
        "R002",
        texts("Keep two parity blocks in each stripe", "b", "c", stem="Which level fits here?"),
        "options.0.text: warning: an option of 7 words under a stem of 4; "
        "expected options shorter than the stem; move what they share to the stem",
    ),
    (
        "R003",
        {"short": "The fastest on earth."},
        'short: warning: the emphasis "on earth"; expected plain facts; delete it or say how much',
    ),
    (
        "R003",
        {"short": "This is critical for disks."},
        'short: warning: the emphasis "critical"; expected plain facts; delete it or say how much',
    ),
    (
        "R003",
        {"figure": replace(FIGURE, data={"source": "The fastest on earth."})},
        'figure.source: warning: the emphasis "on earth"; expected plain facts; delete it or say how much',
    ),
    (
        "O001",
        texts("All of the above", "b", "c"),
        f'options.0.text: error: the option "All of the above"; {_OWN}, or make the type multiple',
    ),
    (
        "O001",
        texts("**All options are correct.**", "b", "c"),
        f'options.0.text: error: the option "All options are correct."; {_OWN}, or make the type multiple',
    ),
    (
        "O001",
        texts("a", "Both A and C", "c"),
        f'options.1.text: error: the option "Both A and C"; {_OWN}, or make the type multiple',
    ),
    (
        "O002",
        texts("None of these are correct.", "b", "c"),
        f'options.0.text: warning: the option "None of these are correct."; {_OWN}',
    ),
    (
        "O003",
        texts("RAID 6", "raid 6.", "c"),
        'options.1.text: error: the option "raid 6." twice; expected different options; delete or reword one',
    ),
    (
        "O003",
        texts("Ｒaid 6", "raid 6", "c"),
        'options.1.text: error: the option "raid 6" twice; expected different options; delete or reword one',
    ),
    (
        "O003",
        texts("Mirror the disk", "Mirror a disk", "Mirror disks on site"),
        "options.1.text: warning: options that say almost the same: o0 and o1; expected different options; "
        "delete or reword one",
    ),
    (
        "O003",
        texts("Mirror the disk", "Mirror the disks", "Stripe"),
        "options.1.text: warning: options that say almost the same: o0 and o1; expected different options; "
        "delete or reword one",
    ),
    (
        "O004",
        texts("Increase the stripe", "Decrease the stripe", "Add a disk"),
        f"options: warning: two options that are opposites: o0 and o1; {_PAIRS}",
    ),
    (
        "O004",
        texts("RAID 6", "RAID 6 with a spare", "RAID 5", "RAID 0"),
        f"options: warning: two options of which one contains the other: o0 and o1; {_PAIRS}",
    ),
    (
        "O005",
        texts("Add a disk.", "Add a mirror", "Add a spare"),
        "options: warning: 1 of 3 options with a full stop at the end; expected all or none; "
        "add or delete full stops",
    ),
    (
        "O005",
        texts("Adding disks", "Add a mirror", "Add a spare"),
        "options: warning: 1 of 3 options begin with an -ing form; expected the same form for all; "
        "reword them alike",
    ),
    (
        "O005",
        texts("To add disks", "Add a mirror", "Add a spare"),
        'options: warning: 1 of 3 options begin with "to"; expected the same form for all; reword them alike',
    ),
    (
        "O006",
        texts("1 GB", "4 GB", "2 GB"),
        "options: warning: numbers out of order; expected numbers sorted by size; "
        "sort the options in the file",
    ),
    (
        "O006",
        texts("1 GB", "2 Gb", "4 GB"),
        "options: warning: mixed units: B, b; expected one unit; convert them",
    ),
    (
        "O006",
        texts("0-10 ms", "8-20 ms", "20-30 ms"),
        "options: warning: ranges that overlap at 8; expected ranges apart; move their limits",
    ),
    (
        "O007",
        texts("a", "b"),
        "options: warning: 2 options; expected 3 to 5; add a distractor that somebody would believe",
    ),
    (
        "O007",
        texts("a", "b", "c", "d", "e", "f"),
        "options: warning: 6 options; expected 3 to 5; drop the weakest distractors",
    ),
    (
        "T001",
        texts("Always mirror", "Stripe", "Copy"),
        'options.0.text: warning: "always" in 1 of 3 options; '
        "expected absolute terms in all options or in none; reword the option",
    ),
    (
        "T001",
        texts("Stripe", "Always mirror", "Never copy"),
        'options.1.text: error: "always" in wrong options only; '
        "expected no absolute term that marks an option as wrong; reword the option",
    ),
    (
        "T002",
        texts("Usually mirror", "Stripe", "Copy"),
        'options.0.text: info: the vague "Usually" in an option; expected a claim that can be checked; '
        "say how often",
    ),
    (
        "T003",
        texts("Keep the archive under that condition", "Stripe them", "Mirror them"),
        "options.0.text: warning: words of the stem that only the key repeats: archive, condition; "
        "expected no echo, or one in other options too; reword the key or the stem",
    ),
    (
        "T003",
        texts("Shred the vault", "Stripe them", "Mirror them", **stem("What does the vault shred?")),
        "options.0.text: warning: words of the stem that only the key repeats: shred, vault; "
        "expected no echo, or one in other options too; reword the key or the stem",
    ),
    (
        "T004",
        texts("RAID 6 and spare", "RAID 6 and tape", "Mirror and spare"),
        "options.0.text: warning: a key that shares more parts with the other options than any of them; "
        "expected parts spread evenly; let a distractor share as many",
    ),
    (
        "T005",
        texts("array", "mirror", "stripe", stem="Twelve disks form an"),
        'stem: warning: a stem that ends with "an", which only some options fit; '
        "expected a stem that fits every option; turn the stem into a question",
    ),
    (
        "T005",
        texts("arrays", "mirror", "stripe", **stem("The parts of it are")),
        'stem: warning: a stem that ends with "are", which only some options fit; '
        "expected a stem that fits every option; turn the stem into a question",
    ),
    (
        "N001",
        stem("Which level is not safe?"),
        f'stem: error: the negative question with "not", {_POSITIVE} **NOT**',
    ),
    (
        "N001",
        stem("Which of these isn’t safe?"),
        f'stem: error: the negative question with "isn’t", {_POSITIVE} **NOT**',
    ),
    (
        "N001",
        stem("All levels are safe except which?"),
        f'stem: error: the negative question with "except", {_POSITIVE} **EXCEPT**',
    ),
    (
        "N001",
        stem("Which step should an operator not take?"),
        f'stem: error: the negative question with "not", {_POSITIVE} **NOT**',
    ),
    (
        "N001",
        stem("Which level is least likely to lose data?"),
        f'stem: error: the negative question with "least", {_POSITIVE} **LEAST**',
    ),
    (
        "N001",
        stem("Which level is **not** safe?"),
        'stem: warning: the negative question with "not"; expected a positive question; '
        "ask for what does hold",
    ),
    (
        "N001",
        stem("Which level is NOT safe?"),
        'stem: warning: the negative question with "NOT"; expected a positive question; '
        "ask for what does hold",
    ),
    (
        "N002",
        texts("It is not safe", "b", "c", **stem("Which level is NOT safe?")),
        'options.0.text: warning: "not" in an option of a negative question; expected one negation at most; '
        "ask positively",
    ),
    (
        "Q001",
        stem("The level that fits is:"),
        'stem: warning: a stem that ends with "The level that fits is:"; expected a question; '
        'end the stem with the question and "?"; "(Choose two.)" may follow',
    ),
    (
        "Q002",
        stem("Which statement about RAID 6 is correct?"),
        'stem: warning: the question "Which statement about RAID 6 is correct?"; '
        "expected a question about one thing; ask for that thing",
    ),
    (
        "Q003",
        stem("Does RAID ____ fit?"),
        'stem: warning: the blank "____" in the stem; expected a whole sentence; ask a question instead',
    ),
    (
        "Q004",
        stem("Which level should you choose?"),
        'stem: info: "should you" in the question; expected a question about the matter; '
        'ask for example "Which step …?"',
    ),
    (
        "Q005",
        {"stem": "An archive is made. Which level is best?"},
        'stem: warning: a question for the "best" without a yardstick; expected a criterion in the stem; '
        "name cost, latency, isolation or what else counts",
    ),
    (
        "I001",
        {"figure": replace(FIGURE, alt="")},
        "figure.alt: error: the figure has no alt text; expected a text; say in words what the picture says",
    ),
    (
        "I001",
        {"figure": replace(FIGURE, alt="x" * 1025)},
        "figure.alt: error: an alt text of 1,025 characters; expected at most 1,024; shorten it",
    ),
    (
        "I001",
        {"image": replace(IMAGE, alt="raid.png")},
        "image.alt: error: the file's name as alt text; expected what the picture says; "
        "say in words what the picture says",
    ),
    (
        "I001",
        {"figure": replace(FIGURE, alt="An image of disks")},
        'figure.alt: error: an alt text that starts with "An image of"; expected what the picture says; '
        "begin with what it shows",
    ),
    (
        "I002",
        {"image": replace(IMAGE, licence="")},
        "image.licence: error: an image without licence; expected its licence; add licence to the image",
    ),
    (
        "F001",
        {"references": ()},
        "-: error: no reference in a published question; expected a source for the key; "
        "add references with title, url and retrieved",
    ),
    (
        "F001",
        {"references": (), "status": Status.DRAFT},
        "-: warning: no reference; expected a source for the key; "
        "add references with title, url and retrieved",
    ),
    (
        "F002",
        reference(url="https://evilnvidia.com/x"),
        "references.0.url: warning: the host evilnvidia.com; "
        "expected a maker's, standards body's or project's own site; name the primary source",
    ),
    (
        "F006",
        reference(retrieved=datetime.date(2025, 5, 31)),
        "references.0.retrieved: warning: a source read on 2025-05-31; expected 2025-06-01 or later; "
        "read it again and write today's date",
    ),
    (
        "D002",
        option(0, text="x" * 81),
        "options.0.text: info: an option of 81 characters; expected at most 80 to be read at a glance; "
        "shorten it if you can",
    ),
    (
        "D003",
        {"full": "Ask @everyone."},
        "full: error: the mention @everyone; expected a text that notifies nobody; "
        "put it in a code span: `@everyone`",
    ),
    (
        "D003",
        option(1, text="Ask <@&123>"),
        "options.1.text: error: the mention <@&123>; expected a text that notifies nobody; "
        "put it in a code span: `<@&123>`",
    ),
    (
        "D003",
        {"figure": replace(FIGURE, alt="RAID 0, says @here")},
        "figure.alt: error: the mention @here; expected a text that notifies nobody; "
        "put it in a code span: `@here`",
    ),
    (
        "D003",
        {"figure": replace(FIGURE, data={"subtitle": "For @everyone"})},
        "figure.subtitle: error: the mention @everyone; expected a text that notifies nobody; "
        "name who is meant in words",
    ),
    (
        "D003",
        reference(title="Ask <@1>"),
        "references.0.title: error: the mention <@1>; expected a text that notifies nobody; "
        "put it in a code span: `<@1>`",
    ),
    (
        "S001",
        reference(section="x" * 201),
        "references.0.section: error: a section of 201 characters; expected at most 200; shorten it",
    ),
    (
        "D003",
        {"full": "[x](javascript:alert)"},
        "full: error: a link to javascript:alert; expected an https:// address; correct or delete it",
    ),
    (
        "D003",
        {"full": "```\nfor ever"},
        "full: error: a code block that stays open; expected ``` at its end; close it",
    ),
    ("D003", {"short": "a `b"}, "short: error: a code span that stays open; expected ` at its end; close it"),
    ("D003", {"short": "a **b"}, "short: error: bold text that stays open; expected ** at its end; close it"),
    (
        "D003",
        {"stem": "The \u202eold disk fails. Which is it?"},
        "stem: error: the invisible direction mark U+202E; expected text without direction marks; delete it",
    ),
    (
        "D003",
        option(1, text="a __b"),
        "options.1.text: error: underlined text that stays open; expected __ at its end; close it",
    ),
    (
        "D003",
        option(1, rationale="a ~~b"),
        "options.1.rationale: error: struck-out text that stays open; expected ~~ at its end; close it",
    ),
    (
        "D003",
        {"takeaway": "a ||b"},
        "takeaway: error: a spoiler that stays open; expected || at its end; close it",
    ),
    (
        "D003",
        reference(title="**md(4)"),
        "references.0.title: error: bold text that stays open; expected ** at its end; close it",
    ),
    (
        "D003",
        {"short": r"**a\**"},
        "short: error: bold text that stays open; expected ** at its end; close it",
    ),
    (
        "D003",
        {"short": "see https://a.org/x__y and __https://a.org/x__ and __z"},
        "short: error: underlined text that stays open; expected __ at its end; close it",
    ),
    (
        "D003",
        option(2, text="C:\\"),
        "options.2.text: error: a backslash at the end; expected a text that leaves the next one alone; "
        "delete it, or put it in a code span",
    ),
    (
        "D003",
        {"short": "`` a `b`"},
        "short: error: a code span that stays open; expected ` at its end; close it",
    ),
    (
        "D003",
        {"short": "``` a ```` b ````"},
        "short: error: a run of more than three backticks; expected one, two or three; shorten it",
    ),
    (
        "D003",
        {"full": "```nvidia-smi``` shows it:\n```\nfor ever"},
        "full: error: a code block that stays open; expected ``` at its end; close it",
    ),
    (
        "D003",
        {"full": r"\`@everyone\`"},
        "full: error: the mention @everyone; expected a text that notifies nobody; "
        "put it in a code span: `@everyone`",
    ),
    (
        "S001",
        reference(url="https://man7.org/" + "x" * 496),
        "references.0.url: error: an address of 513 characters; expected at most 512; "
        "leave out what the page does without",
    ),
    (
        "S001",
        reference(title="md\n(4)"),
        "references.0.title: error: a title of several lines; expected one line; join them",
    ),
    (
        "S001",
        reference(section="a\u2028b"),
        "references.0.section: error: a section of several lines; expected one line; join them",
    ),
]

SILENT = [
    ("S001", {"enemies": ("one-failure",)}),
    ("S001", option(0, option_id="a-1-" + "b" * 36)),
    ("S001", {"stem": "x" * 1200, **option(0, text="x" * 200, rationale="x" * 600)}),
    ("S001", reference(url="https://man7.org:443/linux/a_(b)?c=d#e")),
    ("K001", several(1, 2, stem=CLEAN.stem + " (Choose two.)")),
    ("K001", several(1, 2, **stem("Which 2 levels fit?"))),
    ("K002", option(0, rationale="Right sizing matters, but one failure loses all.")),
    ("K002", option(2, rationale="False alarms aside, two parity blocks let two disks fail.")),
    (
        "K003",
        {
            "short": "Plan A fails; `option A` is a flag; a Class B network; the option B-tree; "
            "answer AND repeat."
        },
    ),
    ("K004", texts("Double it", "Mirror it", "Copy it", **_SILENT)),
    ("L001", texts("Keep two parity blocks", "Mirror each disk", "Stripe all the disks")),
    ("L002", texts("One mirror", "Two mirrors and a spare", "A stripe")),
    ("R001", {"stem": f"Use `{'a b c d e ' * 10}`. Which level fits?"}),
    (
        "R001",
        {"stem": "NVIDIA ConnectX-7 and BlueField-3 with GPUDirect RDMA and NVLink5 work. Which is it?"},
    ),
    ("R002", texts("Keep two blocks", "b", "c", stem="Which level fits here?")),
    ("R002", {"stem": "word " * 118 + "is it?"}),
    ("R003", {"short": "The critical path; a mission-critical job; `critical`; say it to the world map."}),
    ("O001", texts("All four disks", "All of the disks in the rack", "a and b", "Both disks")),
    ("O002", texts("None", "Neither disk", "None of the disks")),
    ("O003", texts("16 GB", "16 Gb", "16 MB")),
    ("O003", texts("`ls -i`", "`ls -I`", "`ls`")),
    ("O003", texts("ls -i", "ls -I", "ls")),
    ("O003", texts("5 mW", "5 MW", "5 W")),
    ("O003", texts("C", "C++", "C#")),
    ("O003", texts("10.0.0.1", "100.0.1", "1.0.0.1")),
    ("O003", texts("Synchronous copies", "Asynchronous copies", "Nightly copies")),
    ("O003", texts("TCP first, then UDP", "UDP first, then TCP", "Both at once")),
    ("O003", texts("Raise it to 30", "Raise it to 31", "Raise it to 32")),
    ("O004", texts("Increase it", "Decrease it", "Increase its cache", "Decrease its cache")),
    ("O004", texts("RAID 6", "RAID 6 with a spare", "RAID 5", "RAID 5 with a spare")),
    ("O005", texts("Networking", "String", "Disks")),
    ("O005", texts("Adding a disk.", "Taking a mirror.", "Using a spare.")),
    ("O006", texts("500 GB", "1 TB", "2 TB")),
    ("O006", texts("3 ms", "1 s", "2 min")),
    ("O006", texts("1000 MiB", "1 GiB", "1030 MiB")),
    ("O006", texts("1 day", "2 hours", "3 minutes")),
    ("O006", texts("0-10 ms", "10-20 ms", "20-30 ms")),
    ("O006", texts("Port 22", "Port 80", "Port 25")),
    ("O007", texts("a", "b", "c", "d", "e")),
    ("O007", several(0, 1, options=tuple(Option(f"o{n}", f"Level {n}", "r", n < 2) for n in range(6)))),
    ("T001", texts("Always mirror", "Always stripe", "Always copy")),
    (
        "T001",
        texts("Use all eight disks", "Use all-to-all links", "Read-only media", "Check every 30 seconds"),
    ),
    ("T001", texts("Mirror", "Run `rm --all`", 'Print "never"')),
    ("T002", texts("In May copy", "Stripe", "It can copy")),
    ("T003", texts("Keep the archive", "Stripe the archive", "Mirror them")),
    ("T004", texts("RAID 6 + spare", "RAID 6 + tape", "Mirror + spare", "Mirror + tape")),
    ("T005", texts("array", "island", stem="Twelve disks form an")),
    ("N001", stem("Which level lets a job run on disks that are not yet replaced?")),
    ("N001", stem("Which level needs the least room?")),
    ("N001", stem("Which level keeps at least two copies?")),
    ("N001", stem("Why is the disk not seen by the controller?")),
    ("N001", stem("If a disk does not answer, which level still works?")),
    ("N001", stem("Which alarm is a false positive?")),
    ("N001", stem('Which setting does "is not safe" name?')),
    ("N002", texts("It is not safe", "b", "c")),
    ("Q001", stem("Which level fits? (Choose two.)")),
    ("Q001", stem("**Which level fits?** Select 2.")),
    ("Q002", stem("Which level is correct for twelve disks?")),
    ("Q003", stem("Does `a____b` fit?")),
    ("Q004", stem("Which level should the team choose?")),
    ("Q005", {"stem": "An archive is made at low cost. Which level is best?"}),
    ("Q005", {"stem": "An archive takes 12 TB. Which level is best?"}),
    ("I001", {"figure": FIGURE}),
    ("I002", {"image": IMAGE}),
    ("F001", {}),
    ("F002", reference(url="https://docs.nvidia.com/x")),
    ("F006", reference(retrieved=datetime.date(2025, 6, 1))),
    ("D002", option(0, text="x" * 80)),
    ("D003", {"full": "Type `@everyone` and `<@1>`. See [it](https://a.org). In ``a`b``: 2 * 3 and `**`."}),
    ("D003", {"figure": replace(FIGURE, data={"bars": [{"label": "2**10, `ls, a__b"}]})}),
    ("D003", {"full": "```nvidia-smi``` shows it, and\n```sh\nnvidia-smi **\n```\nshows it."}),
    ("D003", {"full": "**a** __b__ ~~c~~ ||d|| ***e*** __init__ and __global__, 2 * 3, a_b, *f"}),
    ("D003", {"full": r"A \*\*, a \` and a \\\\ stay, as do https://a.org/x__y and **https://a.org/z**"}),
    ("D003", option(1, text=r"C:\\\\")),
    ("D003", option(1, text=r"`C:\\`")),
    ("D003", {"full": r"``a\\`` and `a\\`: the backslash does not escape in code, **b**"}),
    ("S001", reference(url="https://man7.org/" + "x" * 495)),
    ("D003", {"full": "```\n@everyone\n```\nA right-to-left mark\u200f is text."}),
    ("F005", {}),
]


@pytest.mark.parametrize(
    ("code", "changes", "expected"),
    FIRING,
    ids=[row[0] for row in FIRING],
)
def test_a_flaw_is_named_once_with_its_place(code, changes, expected):
    assert remarks(code, **changes) == [expected]


@pytest.mark.parametrize(("code", "changes"), SILENT, ids=[row[0] for row in SILENT])
def test_a_good_question_is_left_alone(code, changes):
    assert remarks(code, **changes) == []


def test_the_clean_question_has_no_remarks_at_all():
    assert list(lint_question(CLEAN, CONTEXT)) == []


def test_every_rule_on_one_question_has_a_firing_and_a_silent_row():
    elsewhere = PACK_CODES | {"S002", "S003", "S004"}
    assert (
        set(RULES) - elsewhere == {code for code, _, _ in FIRING} | {"F005"} == {code for code, _ in SILENT}
    )


def test_all_flaws_of_a_question_are_told_at_once():
    bad = spoiled(stem="Option A", short="@everyone", references=(), figure=replace(FIGURE, alt=""))
    codes = {remark.code for remark in lint_question(bad, CONTEXT)}
    assert {"K003", "Q001", "D003", "F001", "I001"} <= codes


def test_a_user_pack_may_not_hide_an_address_behind_a_word():
    found = remarks("D003", replace(CONTEXT, user_pack=True), full="[docs](https://a.org/x)")
    assert found == [
        "full: error: an address behind a word: [docs](https://a.org/x); expected visible addresses only; "
        "move it to references"
    ]


HIDDEN = (
    "[[x]]({})",
    "[a\nb]({})",
    "[a](<{}>)",
    "[a](\n {})",
    f"[{'x' * 500}]({{}})",
    "[`a`]({})",
    "[**a**]({})",
    "\\`[a]({})`",
    "\\``b`[a]({})`",
    '[a]({} "b")',
)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_no_kind_of_link_hides_an_address(hidden):
    user_pack = replace(CONTEXT, user_pack=True)
    (found,) = remarks("D003", user_pack, full=hidden.format("https://a.org"))[:1]
    assert "an address behind a word" in found
    (found,) = remarks("D003", full=hidden.format("http://a.org"))[:1]
    assert "a link to http://a.org" in found


def test_an_address_in_code_or_in_plain_sight_is_none_that_hides():
    user_pack = replace(CONTEXT, user_pack=True)
    assert remarks("D003", user_pack, full="`[a](https://a.org)` and <https://a.org> (https://a.org)") == []


def test_other_languages_are_not_judged_by_english_words():
    german = replace(CONTEXT, pack=replace(PACK, language="de"))
    stem_text = "Welche Datenverarbeitungsanlagenverordnungen gelten hier? " * 3 + "Nenne zwei davon?"
    found = lint_question(spoiled(**several(1, 2, stem=stem_text)), german)
    assert [remark.code for remark in found if remark.code in ("K001", "R001")] == []


def test_a_question_may_end_with_the_question_mark_of_its_script():
    assert remarks("Q001", stem="二つの円盤が壊れた。どれが正しいか？") == []


def test_thousands_of_options_are_one_remark_and_no_long_wait():
    many = tuple(Option(f"o{n}", "same text " * 20, "r") for n in range(3000))
    assert [remark.found for remark in lint_question(spoiled(options=many), CONTEXT)] == ["3000 options"]
