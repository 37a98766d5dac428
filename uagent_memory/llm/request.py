"""Requests for a segment: the prompts filled in, all material fenced as data and bounded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from uagent_memory.entry_kind import EntryKind
from uagent_memory.llm.audit.material import DraftLine, Material
from uagent_memory.llm.audit.words import one_line
from uagent_memory.llm.prompts import PromptLibrary
from uagent_memory.llm.protocol import ModelRequest, Turn
from uagent_memory.render import own_lines, render_entry
from uagent_memory.render.quote import fence
from uagent_memory.segments import Entry, SegmentName
from uagent_memory.tokens import TokenCounter

__all__ = ["Requests", "answer_room", "fitting"]

CONTENT_TYPES = {
    SegmentName.FILES: "code_implementation",
    SegmentName.ERRORS: "error_information",
    SegmentName.CONCEPTS: "technical_specification",
    SegmentName.PRIMARY_REQUEST: "user_request",
    SegmentName.PENDING_TASKS: "task_list",
    SegmentName.CURRENT_WORK: "current_work",
    SegmentName.PROBLEM_SOLVING: "decision_and_reason",
}
CALLS = frozenset((EntryKind.COMMAND, EntryKind.OPEN_CALL))
LONGEST_QUOTE = 800
"""Characters of one source in a request."""
TARGET = 0.75
"""Share of the draft's tokens that is asked for."""
_SLACK = 1.5
"""Another model's tokenizer may count more."""


def answer_room(tokens: int) -> int:
    """`max_tokens` of an answer that should have so many by our count."""
    return round(tokens * _SLACK) + 100


def fitting(
    entries: Sequence[Entry], costs: Sequence[int], room: int
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The entries that fit the model's input, first ones first, and those held back."""
    taken: list[Entry] = []
    held: list[Entry] = []
    used = 0
    for entry, cost in zip(entries, costs, strict=True):
        if used + cost <= room and not held:
            taken.append(entry)
            used += cost
        else:
            held.append(entry)
    return tuple(taken), tuple(held)


@dataclass(frozen=True)
class Requests:
    """Makes the requests of one hand-off."""

    prompts: PromptLibrary
    counter: TokenCounter
    most_input: int
    """Tokens of a segment's text in one request."""
    home: str
    """Name of the log whose message ids are written short."""

    def first(self, material: Material, importance: float, *, extraction: bool) -> ModelRequest:
        """The request for a segment.

        Raises:
            ConfigError: a prompt cannot be rendered.
        """
        language = "zh" if material.is_chinese else "en"
        lines = material.asked_lines
        draft = self._draft(material)
        budget = self.counter.count(draft)
        room = self.most_input - budget
        values = {
            "original_content": fence(self._sources(lines, room) or "-").rstrip("\n"),
            "draft": fence(draft).rstrip("\n"),
            "target_ratio": f"{TARGET:.2f}",
            "reduction": round(100 * (1 - TARGET)),
            "importance_level": f"{importance:.2f}",
            "content_type": CONTENT_TYPES.get(material.name, "general"),
            "segment": material.name.value,
            "budget": budget,
            "verbatim": [one_line(line.text) for line in lines if line.is_verbatim],
            "has_code": any(line.is_code or line.entry.kind is EntryKind.FILE for line in lines),
            "has_tool_calls": any(line.entry.kind in CALLS for line in lines),
            "has_explanations": any(line.entry.kind is EntryKind.STATEMENT for line in lines),
            "language": "中文" if language == "zh" else "English",
        }
        name = "extraction" if extraction else "compression"
        return ModelRequest(
            system=self.prompts.get(f"rules.{language}").render(values),
            turns=(Turn("user", self.prompts.get(f"{name}.{language}").render(values)),),
            max_tokens=answer_room(budget),
        )

    def second(
        self, before: ModelRequest, answer: str, faults: Sequence[str], material: Material
    ) -> ModelRequest:
        """The request after an answer with faults, which it names."""
        prompt = self.prompts.get(f"retry.{'zh' if material.is_chinese else 'en'}")
        budget = self.counter.count(self._draft(material))
        text = prompt.render({"faults": list(faults[:12]), "budget": budget})
        return ModelRequest(
            system=before.system,
            turns=(*before.turns, Turn("assistant", answer), Turn("user", text)),
            max_tokens=before.max_tokens,
        )

    def _draft(self, material: Material) -> str:
        """The entries that the model is asked for."""
        asked = (material.trees[tree] for tree in sorted(material.asked))
        return "".join(render_entry(entry, log=self.home) for entry in asked)

    def _sources(self, lines: Sequence[DraftLine], room: int) -> str:
        """What stands behind the draft, where it says more, as far as there is room."""
        pieces: list[str] = []
        for piece in dict.fromkeys(_quoted(lines)):
            room -= self.counter.count(piece)
            if room < 0:
                break
            pieces.append(piece)
        return "".join(pieces)


def _quoted(lines: Sequence[DraftLine]) -> Iterator[str]:
    for line in lines:
        quote = line.quote.strip()
        if quote and " ".join(quote.split()) not in " ".join(line.text.split()):
            short = quote if len(quote) <= LONGEST_QUOTE else f"{quote[:LONGEST_QUOTE]} [...]"
            names = ", ".join(line.speakers)
            yield own_lines(
                line.entry.model_copy(update={"text": f"{names}: {short}", "kind": "quote"})
            )
