"""FILE observations from edit, write, patch and read tools: only what really happened counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from uagent_memory.analyzer.observations.files.edits import Edit, compared, inserted, split_lines
from uagent_memory.analyzer.observations.files.exchange_blocks import exchange_blocks
from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.patches import FilePatch, parse_patch
from uagent_memory.analyzer.observations.files.paths import Place, looks_like_path, normal
from uagent_memory.analyzer.observations.files.printed_lines import Shown, is_cut, numbered_lines
from uagent_memory.analyzer.observations.scene import Scene, Written
from uagent_memory.analyzer.observations.shell.outcomes import Ending, mentions
from uagent_memory.analyzer.observations.tables import table
from uagent_memory.analyzer.observations.tools.calls import Exchange, Leaf
from uagent_memory.facts import Change, TextSpan
from uagent_memory.ledger import Observation
from uagent_memory.messages import Span

__all__ = ["argument", "edit_ending", "observe_files", "patch_acts", "typed_patch"]

_OPENED = re.compile(r"\[File: (\S+) \(\d+ lines total\)\]|\(Open file: (\S+)\)")
_FOUND = re.compile(r"^([^\s:][^:\n]{0,300}):\d+[:-]", re.MULTILINE)
_NUMBERED = re.compile(r"\d+(?:→|\t|[:|] )")
_HEAD = 400
_LISTED = 5


@cache
def _names(kind: str) -> tuple[str, ...]:
    return tuple(table("tools")["argument"][kind])


def argument(exchange: Exchange, kind: str) -> Leaf | None:
    """The argument that holds a path, a command, new text ... by the names tools use for it."""
    return exchange.leaf(*_names(kind))


def observe_files(exchange: Exchange, family: str, scene: Scene) -> list[Observation]:
    """What a file tool's call and answer show."""
    seen: list[Observation] = []
    for act in _acts(exchange, family, scene):
        seen.extend(scene.files.record(exchange, act))
        if act.change is Change.READ and family == "read":
            whole = exchange.leaf(*_names("stretch")) is None
            lines = numbered_lines(exchange.result, exchange.heard)
            whole = whole and not is_cut(exchange.result)
            scene.files.looked(act.place.key, exchange.result, whole=whole, shown=Shown(lines))
        _remember(exchange, act, scene)
    return seen


def edit_ending(exchange: Exchange) -> Ending:
    """Whether an edit took place: an answer that says nothing else means that it did."""
    outcome = exchange.outcome
    if outcome.ending is not Ending.UNKNOWN:
        unchanged = mentions(exchange.result[:_HEAD].partition("\n")[0], "unchanged")
        return Ending.FAILED if unchanged and outcome.ending is Ending.DONE else outcome.ending
    words = table("tools")["answer"]
    for stretch in (exchange.result[:_HEAD].lstrip().partition("\n")[0], exchange.result[:_HEAD]):
        bad = _earliest(stretch, words["failed"])
        good = _earliest(stretch, words["done"])
        if bad < len(stretch) or good < len(stretch):
            return Ending.FAILED if bad <= good else Ending.DONE
    return Ending.DONE


def _read_ending(exchange: Exchange) -> Ending:
    """Whether a file was read: below its first line, and in numbered lines, the file speaks."""
    first = exchange.result[:_HEAD].lstrip().partition("\n")[0]
    told = exchange.outcome.ending
    if told is not Ending.UNKNOWN:
        return told
    failed = _NUMBERED.match(first) is None and mentions(first, "failed")
    return Ending.FAILED if failed else Ending.DONE


def _earliest(text: str, words: list[str]) -> int:
    return min((at for word in words if (at := text.find(word)) >= 0), default=len(text))


def _acts(exchange: Exchange, family: str, scene: Scene) -> Iterator[FileAct]:
    if family == "editor":
        verb = argument(exchange, "command")
        family = table("tools")["editor"].get(verb.text if verb is not None else "", "read")
    if family == "patch":
        yield from _patch_tool(exchange, scene)
    elif family == "move":
        yield from _move(exchange, scene)
    elif family == "search":
        yield from _search(exchange, scene)
    elif (at := _path(exchange)) is not None:
        place = scene.paths.place_of_tool(at.text, exchange.agent)
        if place is not None:
            yield from _single(exchange, family, place, at.span, scene)


def _path(exchange: Exchange) -> TextSpan | None:
    """The file a tool works on: its argument, or the file that the answer says is open."""
    if (leaf := argument(exchange, "path")) is not None:
        return exchange.quoted(leaf)
    found = _OPENED.search(exchange.result)
    if found is None or exchange.answer is None or found.group(found.lastindex or 1) == "n/a":
        return None
    return exchange.heard(*found.span(found.lastindex or 1))


def _single(
    exchange: Exchange, family: str, place: Place, at: Span, scene: Scene
) -> Iterator[FileAct]:
    """A tool on one file."""
    how = exchange.call.name
    ending = _read_ending(exchange) if family == "read" else edit_ending(exchange)
    if ending is not Ending.DONE:
        yield FileAct(place, Change.REFUSED, how, at)
    elif family == "read":
        if "." in place.key.rpartition("/")[2] or "/" not in place.key:
            yield FileAct(place, Change.READ, how, at)
    elif family == "delete":
        yield FileAct(place, Change.DELETED, how, at)
    elif family == "undo":
        yield FileAct(place, scene.files.undo_last(place.key), how, at)
    elif family == "write":
        yield _write(exchange, place, at, scene)
    elif family in ("replace", "multi"):
        yield from _replace(exchange, place, at)
    elif family in ("insert", "notebook"):
        new = argument(exchange, "new")
        edit = inserted(split_lines(exchange.quoted(new)), place.key) if new else Edit()
        yield FileAct(place, Change.MODIFIED, how, at, edit)


def _write(exchange: Exchange, place: Place, at: Span, scene: Scene) -> FileAct:
    """A whole file: compared with what an earlier write put there, where that is known."""
    leaf = argument(exchange, "content")
    new = split_lines(exchange.quoted(leaf)) if leaf is not None else []
    before = scene.files.content(place.key)
    if before is not None and leaf is not None and before.text == leaf.text:
        return FileAct(place, Change.REFUSED, exchange.call.name, at)
    edit = scene.files.texts.rewritten(place.key, new)
    head = exchange.result[:_HEAD].partition("\n")[0]
    created = mentions(head, "created") or "create" in exchange.call.name.lower()
    updated = mentions(head, "done")
    change = Change.CREATED if created or not updated else Change.MODIFIED
    return FileAct(place, change, exchange.call.name, at, edit, lines=len(new), sure=created)


def _replace(exchange: Exchange, place: Place, at: Span) -> Iterator[FileAct]:
    """One exchange of text, or several of one call."""
    old, new = argument(exchange, "old"), argument(exchange, "new")
    pairs: list[tuple[Leaf | None, Leaf | None]] = [(old, new)]
    if old is None and (rows := list(exchange.records())):
        pairs = [(_of(row, "old"), _of(row, "new")) for row in rows]
    if old is None and new is None and (diff := argument(exchange, "patch")) is not None:
        blocks = exchange_blocks(exchange.quoted(diff))
        pairs = [(_as_leaf(before), _as_leaf(after)) for before, after in blocks] or pairs
    acts = [_exchanged(exchange, place, at, *pair) for pair in pairs]
    changed = [act for act in acts if act.change is not Change.REFUSED]
    yield from changed or acts[:1]


def _of(row: dict[str | int, Leaf], kind: str) -> Leaf | None:
    return next((row[name] for name in _names(kind) if name in row), None)


def _as_leaf(quoted: TextSpan) -> Leaf:
    return Leaf((), quoted.text, quoted.span.start)


def _exchanged(
    exchange: Exchange, place: Place, at: Span, old: Leaf | None, new: Leaf | None
) -> FileAct:
    before, after = (old.text if old else ""), (new.text if new else "")
    if old is not None and new is not None and before == after:
        return FileAct(place, Change.REFUSED, exchange.call.name, at)
    edit = compared(
        split_lines(exchange.quoted(old)) if old and before else [],
        split_lines(exchange.quoted(new)) if new and after else [],
        place.key,
    )
    created = old is not None and not before and mentions(exchange.result[:_HEAD], "created")
    change = Change.CREATED if created else Change.MODIFIED
    once = old is not None and exchange.call.argument("replace_all", "replaceAll") != "true"
    undo = (before, after) if once else None
    return FileAct(place, change, exchange.call.name, at, edit, undo=undo)


def _move(exchange: Exchange, scene: Scene) -> Iterator[FileAct]:
    source, target = argument(exchange, "source"), argument(exchange, "target")
    if source is None or target is None:
        return
    directory = scene.paths.directory(exchange.agent)
    old, new = (scene.paths.place(leaf.text, directory) for leaf in (source, target))
    if old is not None and new is not None:
        done = edit_ending(exchange) is Ending.DONE
        change = Change.RENAMED if done else Change.REFUSED
        how, at = exchange.call.name, exchange.said(source.start, target.end).span
        yield FileAct(old, change, how, at, renamed_to=new)


def _search(exchange: Exchange, scene: Scene) -> Iterator[FileAct]:
    """A search in one file reads it; of a search in many, the first files with hits are read."""
    if edit_ending(exchange) is not Ending.DONE or exchange.answer is None:
        return
    directory = scene.paths.directory(exchange.agent)
    leaf = exchange.leaf("path", "file_path", "filePath")
    if leaf is not None and _names_file(leaf.text):
        if (place := scene.paths.place(leaf.text, directory)) is not None:
            yield FileAct(place, Change.READ, exchange.call.name, exchange.quoted(leaf).span)
        return
    listed: set[str] = set()
    for found in _FOUND.finditer(exchange.result, 0, _SEARCHED):
        if found[1] in listed or not looks_like_path(found[1]) or "." not in found[1]:
            continue
        listed.add(found[1])
        if len(listed) > _LISTED:
            return
        if (place := scene.paths.place(found[1], directory)) is not None:
            at = exchange.heard(*found.span(1)).span
            yield FileAct(place, Change.READ, exchange.call.name, at)


_SEARCHED = 20_000
_PATCHING = 2
"""Words of a command that patches: the program and the patch."""


def _names_file(text: str) -> bool:
    return looks_like_path(text) and "." in normal(text).rpartition("/")[2]


def _patch_tool(exchange: Exchange, scene: Scene) -> Iterator[FileAct]:
    leaf = typed_patch(exchange) or argument(exchange, "patch")
    leaf = leaf or next(iter(exchange.leaves), None)
    if leaf is None:
        return
    done = edit_ending(exchange) is Ending.DONE
    patches = parse_patch(leaf.text, leaf.start, exchange.said)
    directory = scene.paths.directory(exchange.agent)
    yield from patch_acts(patches, exchange.call.name, scene, directory, done=done)


def typed_patch(exchange: Exchange) -> Leaf | None:
    """The patch of `["apply_patch", PATCH]`, the words of a command."""
    words = [leaf for leaf in exchange.leaves if leaf.path[:1] in (("command",), ("cmd",))]
    is_patch = len(words) == _PATCHING and words[0].text in table("tools")["family"]["patch"]
    return words[1] if is_patch else None


def patch_acts(
    patches: list[FilePatch], how: str, scene: Scene, directory: str, *, done: bool
) -> Iterator[FileAct]:
    """The acts of a patch, applied or refused."""
    for patch in patches:
        place = scene.paths.place(patch.path.text, directory)
        if place is None:
            continue
        edit = compared(patch.old, patch.new, place.key) if done else Edit()
        change, target, at = patch.change if done else Change.REFUSED, None, patch.path.span
        if patch.renamed_to is not None and done:
            change, target = Change.RENAMED, scene.paths.place(patch.renamed_to.text, directory)
        old = "\n".join(line.text for line in patch.old)
        new = "\n".join(line.text for line in patch.new)
        undo = (old, new) if change is Change.MODIFIED else None
        yield FileAct(place, change, how, at, edit, renamed_to=target, undo=undo)


def _remember(exchange: Exchange, act: FileAct, scene: Scene) -> None:
    """Keeps a written file's text, for the next write and for the day it is run."""
    leaf = argument(exchange, "content")
    if leaf is None or act.change not in (Change.CREATED, Change.MODIFIED) or act.lines is None:
        return
    scene.files.wrote(act.place.key, exchange.quoted(leaf))
    scene.scripts[act.place.key] = Written(exchange, leaf.start, leaf.text)
