"""quizbot: a study companion for Discord servers."""

__version__ = "0.1.0"
