"""Observations from tool calls and their results: one forward pass over a role's messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from uagent_memory.analyzer.observations.failures.reports import bare_report
from uagent_memory.analyzer.observations.files.agent_editor import (
    is_editor_text,
    observe_editor_text,
)
from uagent_memory.analyzer.observations.files.blind_edits import Refuted
from uagent_memory.analyzer.observations.files.files import argument, observe_files
from uagent_memory.analyzer.observations.files.missed_edits import admissions
from uagent_memory.analyzer.observations.files.telling_paths import telling_paths
from uagent_memory.analyzer.observations.handed_on.earlier_files import observe_passed_on_files
from uagent_memory.analyzer.observations.handed_on.earlier_troubles import observe_troubles
from uagent_memory.analyzer.observations.handed_on.passed_on import is_own_handoff
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell.code_runs import (
    code_blocks,
    failing_block,
    is_shell,
    observe_code,
)
from uagent_memory.analyzer.observations.shell.commands import observe_script
from uagent_memory.analyzer.observations.shell.outcomes import (
    Ending,
    background_id,
    stated_status,
)
from uagent_memory.analyzer.observations.shell.pasted import pasted_script
from uagent_memory.analyzer.observations.shell.shell_calls import script_word
from uagent_memory.analyzer.observations.shell.steps import Script
from uagent_memory.analyzer.observations.tasks.todo_tools import TaskBook
from uagent_memory.analyzer.observations.tools.agent_tools import (
    observe_approval,
    observe_delegation,
    observe_fetch,
    observe_question,
)
from uagent_memory.analyzer.observations.tools.call_families import FILE_FAMILIES, family_of
from uagent_memory.analyzer.observations.tools.calls import Exchange, Leaf
from uagent_memory.analyzer.observations.tools.generic_tools import (
    has_failed,
    mended_by,
    observe_tool,
)
from uagent_memory.ledger import Observation
from uagent_memory.messages import Message, Role, ToolCall

__all__ = ["ExchangeObserver"]


class ExchangeObserver:
    """Pairs calls with their first results as messages come, and keeps what later ones build on.

    Feed every message once, in order. An exchange is observed when its result arrives. `log`, where
    it is at hand, is all of them, or what is at hand: those that tell of paths are found at once.
    """

    def __init__(self, log: Sequence[Message] | None = None) -> None:
        self._telling = None if log is None else telling_paths(log)
        self._scene = Scene()
        self._tasks = TaskBook()
        self._waiting: dict[str, Exchange] = {}
        self._known: set[str | None] = set()
        self._background: dict[str, Script] = {}
        self._speech: Message | None = None
        self._handlers: dict[str, Callable[[Exchange], Iterable[Observation]]] = {
            "todo": self._tasks.listed,
            "task_create": self._tasks.created,
            "task_update": self._tasks.updated,
            "agent": observe_delegation,
            "ask": observe_question,
            "approve": observe_approval,
            "fetch": self._fetch,
            "output": self._late,
            "silent": self._silent,
        }

    def told(self, later: Sequence[Message]) -> None:
        """More of the log is at hand: messages that will be fed."""
        if self._telling is not None:
            self._telling |= telling_paths(later)

    def feed(self, message: Message) -> list[Observation]:
        """The observations that a message makes possible, in no special order."""
        if message.role is Role.TOOL:
            return self._answered(message)
        if message.role is Role.ASSISTANT:
            self._speech = message
            if self._scene.files.blind.is_waiting:
                for sentence in admissions(message.text):
                    self._scene.files.denied(sentence, message.seq)
            if self._may_tell(message):
                self._scene.paths.read_speech(message.text)
            for index, call in enumerate(message.tool_calls):
                self._known.update((call.id,) if call.id else ())
                self._waiting[call.id or f"{message.id}:{index}"] = Exchange(
                    call, message, f"call:{index}"
                )
        else:
            if self._may_tell(message):
                self._scene.paths.read_prompt(message.text)
                self._scene.paths.read_speech(message.text)
            if is_own_handoff(message):
                files = observe_passed_on_files(message, self._scene)
                return [*files, *observe_troubles(message, self._scene)]
            script = pasted_script(message)
            return list(observe_script(script, self._scene)) if script is not None else []
        return []

    def _may_tell(self, message: Message) -> bool:
        return self._telling is None or message.id in self._telling

    def open_calls(self) -> list[Observation]:
        """Attempts that nobody has answered yet, as refused, and files still set aside.

        Changes nothing. Not to be kept: what is open is observed anew once its result has come.
        """
        fresh = Scene(paths=self._scene.paths)
        seen: list[Observation] = []
        for exchange in self._waiting.values():
            if family_of(exchange) in ("shell", "code", *FILE_FAMILIES):
                seen.extend(_observed(exchange, fresh))
        for script in self._background.values():
            seen.extend(observe_script(script, fresh))
        return [*seen, *self._scene.files.untold()]

    @property
    def refuted(self) -> frozenset[Refuted]:
        """Edits observed so far that later looks showed to have changed nothing."""
        return self._scene.files.blind.refuted

    def _answered(self, message: Message) -> list[Observation]:
        exchange = self._paired(message)
        if exchange is None:
            return self._without_call(message)
        if exchange.outcome.ending is Ending.FAILED:
            self._scene.marking.add(exchange.call.name)
        self._scene.spellings.read(exchange)
        seen = list(self._observe(exchange))
        self._scene.paths.read_answer(exchange.agent, message.text)
        return seen

    def _without_call(self, message: Message) -> list[Observation]:
        """A result whose call stands in no message; a second one to a call shows nothing."""
        name = message.tool_call_id
        if name in self._known:
            return []
        executed = [] if name else self._executed(message)
        return executed or list(bare_report(message, self._scene))

    def _paired(self, message: Message) -> Exchange | None:
        """The call that a result answers; without an id, the oldest that waits."""
        key = message.tool_call_id or next(iter(self._waiting), "")
        waiting = self._waiting.pop(key, None)
        if waiting is None:
            return None
        return Exchange(waiting.call, waiting.asked, waiting.part, message)

    def _observe(self, exchange: Exchange) -> Iterable[Observation]:
        family = family_of(exchange)
        handler = self._handlers.get(family)
        if handler is not None:
            return handler(exchange)
        if family == "shell" and (name := background_id(exchange.result)):
            leaf = _command(exchange)
            if leaf is not None:
                self._background[name] = Script(exchange, leaf.text, leaf.start)
                return []
        return _observed(exchange, self._scene)

    def _executed(self, message: Message) -> list[Observation]:
        """Code blocks of the last speech that an executor ran without a call."""
        speech, self._speech = self._speech, None
        if speech is None or speech.tool_calls or stated_status(message.text) is None:
            return []
        seen: list[Observation] = []
        blocks = list(code_blocks(speech.text))
        failed = -1
        if stated_status(message.text):
            failed = failing_block(blocks, speech.text, message.text)
        for number, (language, start, end) in enumerate(blocks):
            call = ToolCall(id="", name=language, arguments=speech.text[start:end])
            exchange = Exchange(call, speech, "text", message)
            script = Script(exchange, speech.text[start:end], start)
            if is_shell(language):
                seen.extend(observe_script(script, self._scene))
            else:
                spared = failed not in (-1, number)
                seen.extend(observe_code(script, language, self._scene, spared=spared))
        return seen

    def _fetch(self, exchange: Exchange) -> Iterator[Observation]:
        yield from (read := [] if has_failed(exchange) else list(observe_fetch(exchange)))
        yield from (mended_by if read else observe_tool)(exchange, self._scene)

    def _silent(self, exchange: Exchange) -> Iterator[Observation]:
        """Tools of the harness itself: only what they search for is worth a fact."""
        if exchange.leaf("query") is not None:
            yield from observe_tool(exchange, self._scene)

    def _late(self, exchange: Exchange) -> Iterator[Observation]:
        """The output of a command that went on in the background: its answer after all."""
        leaf = argument(exchange, "handle")
        script = self._background.get(leaf.text) if leaf is not None else None
        if script is None or leaf is None or exchange.answer is None:
            return
        first = script.exchange
        late = Exchange(first.call, first.asked, first.part, exchange.answer)
        if late.outcome.ending is not Ending.UNKNOWN:
            del self._background[leaf.text]
            yield from observe_script(Script(late, script.text, script.offset), self._scene)


def _observed(exchange: Exchange, scene: Scene) -> Iterable[Observation]:
    family = family_of(exchange)
    if family == "shell":
        leaf = _command(exchange)
        if leaf is None:
            return observe_tool(exchange, scene)
        if is_editor_text(exchange, leaf):
            return observe_editor_text(exchange, leaf, scene)
        return observe_script(Script(exchange, leaf.text, leaf.start), scene)
    if family == "code":
        leaf = argument(exchange, "command") or next(iter(exchange.leaves), None)
        if leaf is not None:
            return _of_cell(exchange, leaf, scene)
    if family in FILE_FAMILIES:
        return observe_files(exchange, family, scene)
    return observe_tool(exchange, scene)


def _of_cell(exchange: Exchange, leaf: Leaf, scene: Scene) -> Iterable[Observation]:
    if leaf.text.startswith(_SHELL_MARK):
        typed = leaf.text.removeprefix(_SHELL_MARK)
        return observe_script(Script(exchange, typed, leaf.start + len(_SHELL_MARK)), scene)
    return observe_code(Script(exchange, leaf.text, leaf.start), "python", scene)


_SHELL_MARK = "!"
"""With which a notebook's cell hands a command to the shell."""


def _command(exchange: Exchange) -> Leaf | None:
    """The shell text of a call: a string, the script of `["bash", "-lc", script]`, or the words."""
    leaf = argument(exchange, "command")
    if leaf is not None:
        return leaf
    words = [leaf for leaf in exchange.leaves if leaf.path[:1] in (("command",), ("cmd",))]
    if at := script_word([leaf.text for leaf in words]):
        return words[at]
    if words:
        text = exchange.call.text[words[0].start : words[-1].end]
        return Leaf((), text.replace("\n", " "), words[0].start)
    return exchange.leaves[0] if exchange.leaves and not exchange.leaves[0].path else None
