"""`python -m bot` is `quizbot`."""

from bot.cli import main

main(prog_name="quizbot")
