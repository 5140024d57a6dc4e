"""Packs as files: reading them strictly, and saying where each thing is wrong."""

from bot.packs.check import QuestionChecker, check_questions, placed
from bot.packs.content import Content
from bot.packs.folder import read_content
from bot.packs.memory import READER_VERSION, KnownFile
from bot.packs.model import pack_schema, question_schema
from bot.packs.reading import read_pack, read_question
from bot.packs.yamlfile import Document, Place, read_yaml

__all__ = [
    "READER_VERSION",
    "Content",
    "Document",
    "KnownFile",
    "Place",
    "QuestionChecker",
    "check_questions",
    "pack_schema",
    "placed",
    "question_schema",
    "read_content",
    "read_pack",
    "read_question",
    "read_yaml",
]
