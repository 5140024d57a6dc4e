"""All questions that the bot can post, by pack and topic."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.core.question import Level, Pack, Question, Topic


@dataclass(frozen=True, eq=False)
class Bank:
    """The published questions of all packs; (pack id, question id) names one."""

    packs: Mapping[str, Pack]
    questions: Mapping[tuple[str, str], Question]

    def topics(self) -> Iterator[tuple[Pack, Topic]]:
        """Every topic that has at least one question, in the packs' own order."""
        filled = {(question.pack_id, question.topic_id) for question in self.questions.values()}
        for pack in self.packs.values():
            for topic in pack.topics:
                if (pack.pack_id, topic.topic_id) in filled:
                    yield pack, topic

    def select(
        self,
        *,
        pack_id: str | None = None,
        topic_id: str | None = None,
        objective_id: str | None = None,
        level: Level | None = None,
    ) -> list[Question]:
        """The questions that match everything given, in a stable order; None matches all."""
        return [
            question
            for question in self.questions.values()
            if (pack_id is None or question.pack_id == pack_id)
            and (topic_id is None or question.topic_id == topic_id)
            and (objective_id is None or objective_id in question.objectives)
            and (level is None or question.level is level)
        ]
