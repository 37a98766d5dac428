"""What is moved into a folder, and that a folder which is moved takes its files along."""

from __future__ import annotations

from collections.abc import Iterator

from uagent_memory.analyzer.observations.files.file_act import FileAct
from uagent_memory.analyzer.observations.files.file_book import FileBook
from uagent_memory.analyzer.observations.files.paths import Place
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.facts import Change

__all__ = ["goes_into", "moved_along"]


def goes_into(target: str, sources: int, scene: Scene, directory: str) -> bool:
    """Whether the target of a move or a copy is a folder that the sources go into.

    Args:
        target: as it is spelled.
        sources: how many there are.
        scene: what the log has shown so far.
        directory: where the command runs.
    """
    if target.endswith("/") or sources > 1 or target in (".", ".."):
        return True
    place = scene.paths.place(target, directory)
    return place is not None and scene.files.is_folder(place.key)


def moved_along(act: FileAct, files: FileBook) -> Iterator[FileAct]:
    """A move, and that of each changed file below what is moved.

    Args:
        act: a file or a folder gets another name.
        files: the files of the log.
    """
    target = act.renamed_to
    if target is None:
        yield act
        return
    if files.moves.is_often_moved(act.place.key):
        along = files.moves.holds_files(act.place.key)
        yield from _moved(act._replace(takes=act.place.key), target, files) if along else (act,)
        return
    inside = files.inside(act.place.key)
    yield from _moved(act, target, files)
    for key, path in inside:
        below = key.removeprefix(act.place.key)
        old = act.place._replace(key=key, path=path.text, spelled=path.text)
        new = Place(*(f"{name}{below}" for name in target))
        yield from _moved(act._replace(place=old, renamed_to=new), new, files)


def _moved(act: FileAct, target: Place, files: FileBook) -> Iterator[FileAct]:
    """One file's move; or its return to where it was."""
    if not files.returns(act.place.key, target.key):
        yield act
        return
    yield act._replace(place=target, change=Change.RESTORED, renamed_to=None)
    yield act._replace(change=Change.DELETED, renamed_to=None, takes="")
