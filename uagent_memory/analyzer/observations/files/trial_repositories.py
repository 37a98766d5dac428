"""Repositories that were made in a temporary folder to try something: not the project's."""

from __future__ import annotations

import posixpath

from uagent_memory.analyzer.observations.files.paths import is_scratch
from uagent_memory.analyzer.observations.scene import Scene
from uagent_memory.analyzer.observations.shell.programs import Program
from uagent_memory.analyzer.observations.shell.steps import Step, operands
from uagent_memory.analyzer.observations.tables import strings

__all__ = ["is_in_trial"]


def is_in_trial(step: Step, program: Program, scene: Scene) -> bool:
    """A git command of such a repository, with the one that makes it, from which on it is known.

    Where nothing is known of a project elsewhere the folder may hold the work itself.
    """
    if not program.name.startswith("git "):
        return False
    directory = step.directory
    if program.name == "git init":
        directory = _made(step, program)
        if is_scratch(directory) and _works_elsewhere(directory, scene):
            scene.trials.add(directory)
    elif not is_scratch(directory):
        scene.repositories.add(directory)
    return any(directory == trial or directory.startswith(f"{trial}/") for trial in scene.trials)


def _made(step: Step, program: Program) -> str:
    plain = [word for word in program.arguments if word.plain]
    words = operands(plain, strings("shell", "git", "value_options"))
    folder = words[0].text if words else ""
    return posixpath.normpath(posixpath.join(step.directory, folder)) if folder else step.directory


def _works_elsewhere(directory: str, scene: Scene) -> bool:
    root = scene.paths.root
    known = bool(root) and not f"{directory}/".startswith(f"{root}/")
    return known or bool(scene.repositories)
