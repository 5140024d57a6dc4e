"""`python -m bot` is `quizbot`."""

from bot.cli import main

if __name__ == "__main__":
    main(prog_name="quizbot")
