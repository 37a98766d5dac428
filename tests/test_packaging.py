"""What the package exports, ships and imports."""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import uagent_memory

ROOT = Path(__file__).parent.parent
HEAVY = ("anthropic", "openai", "networkx", "scipy", "structlog", "typer", "rich", "rjieba")
EXPORTS = [
    "AgentMemory",
    "BudgetError",
    "BudgetTooSmall",
    "CompressedContext",
    "CompressionPerformanceMonitor",
    "CompressionResult",
    "CompressionSession",
    "ConfigError",
    "EightSegmentCompressionEngine",
    "Entry",
    "InputError",
    "IsolatedRoleContext",
    "Message",
    "QualityReport",
    "Role",
    "RoleProfile",
    "Segment",
    "SegmentName",
    "Settings",
    "Span",
    "TokenCounter",
    "ToolCall",
    "UAgentMemoryError",
    "UnknownReference",
    "UnknownRole",
    "compress_context",
    "compress_context_sync",
]


def test_the_export_list_is_pinned() -> None:
    """A name is added to or taken from the public ones on purpose only."""
    assert sorted(uagent_memory.__all__) == EXPORTS
    assert all(getattr(uagent_memory, name) is not None for name in EXPORTS)


def loaded_by(statement: str) -> set[str]:
    """Modules that a fresh process holds after it."""
    probe = f"import json, sys; {statement}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", probe], check=True, cwd=ROOT, capture_output=True, text=True
    )
    return set(json.loads(done.stdout))


def test_import_is_light() -> None:
    """`import uagent_memory` loads no model client, graph, logging or terminal library."""
    loaded = {name.partition(".")[0] for name in loaded_by("import uagent_memory")}
    assert loaded.isdisjoint(HEAVY)


def test_the_stages_are_loaded_at_the_first_compression() -> None:
    """Who imports the calls that compress does not wait for what compresses."""
    loaded = loaded_by("from uagent_memory import AgentMemory, compress_context_sync")
    stages = ("analyzer", "prioritizer", "generator", "validator", "engine", "facts", "formats")
    assert loaded.isdisjoint((*HEAVY, "regex", *(f"uagent_memory.{stage}" for stage in stages)))


@pytest.mark.parametrize(
    "name", [m.name for m in pkgutil.walk_packages(uagent_memory.__path__, "uagent_memory.")]
)
def test_every_module_imports_and_says_what_it_exports(name: str) -> None:
    """Each module that defines something has an `__all__` of names that are there."""
    if name.endswith("__main__"):
        return
    module = importlib.import_module(name)
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    defines = any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in tree.body)
    exported = getattr(module, "__all__", None)
    assert exported is not None or not defines
    assert all(hasattr(module, item) for item in exported or ())


def test_the_package_is_typed_and_carries_its_data() -> None:
    """py.typed, the roles and the demo session are found from here."""
    from uagent_memory.resources import resource_directory

    package = Path(str(uagent_memory.__file__)).parent
    assert (package / "py.typed").is_file()
    assert (package / "demo" / "session.jsonl").is_file()
    assert (resource_directory("roles") / "tester.toml").is_file()


def test_the_wheel_gets_every_folder_of_resources() -> None:
    """What `resource_directory` looks for in a wheel is what pyproject.toml puts there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    folders = [name for name in ("roles", "prompts") if any((ROOT / name).glob("*"))]
    assert included == {name: f"uagent_memory/_{name}" for name in folders}


def test_pinned_tools_satisfy_the_groups() -> None:
    """constraints.txt pins each tool of the test and lint groups, and nothing else."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    named = {item.partition(">")[0] for name in ("test", "lint") for item in groups[name]}
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {line.partition("==")[0] for line in lines if line and not line.startswith("#")}
    assert pinned == named
