"""What the look of a script at one file proves of the edits that came before it."""

from __future__ import annotations

from collections.abc import Sequence

from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.file_book import FileBook
from uagent_memory.analyzer.observations.files.printed_lines import is_cut, lines_shown
from uagent_memory.analyzer.observations.shell.in_place import edits_in_place
from uagent_memory.analyzer.observations.shell.steps import Step
from uagent_memory.analyzer.observations.tables import strings
from uagent_memory.analyzer.observations.tools.calls import Exchange
from uagent_memory.facts import Change

__all__ = ["look_again"]


def look_again(
    exchange: Exchange, steps: Sequence[Step], acts: Sequence[FileAct], files: FileBook
) -> None:
    """Compares what a script printed, if that is one file and nothing else, with what was edited.

    Args:
        exchange: the script's call with its answer.
        steps: of the script.
        acts: what it did to files, in order.
        files: the files of the log.
    """
    read = {act.place.key for act in acts if act.change is Change.READ}
    speaking = [step for step in steps if not (step.silent or edits_in_place(step.program))]
    if exchange.answer is None or len(read) != 1 or len(speaking) != 1:
        return
    (key,), (look,) = read, speaking
    if look.simple.redirects or not all(program.reads for program in look.programs):
        return
    start, end = exchange.outcome.body
    text = exchange.result[start:end]
    whole = look.program.base in strings("shell", "reads", "whole") and not look.piped
    known = files.texts.known(key)
    shown = lines_shown(look, text, lambda at, to: exchange.heard(start + at, start + to), known)
    files.looked(key, text, whole=whole and not is_cut(text), shown=shown)
