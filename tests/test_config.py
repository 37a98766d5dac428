from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from pydantic import ValidationError

import uagent_memory.config
from uagent_memory.config import Settings, load_settings, project_file, unknown_variables
from uagent_memory.errors import ConfigError


def test_settings_hold_the_shipped_defaults() -> None:
    """Every field has its default in defaults.toml, and every key there has a field."""
    path = Path(uagent_memory.config.__file__).with_name("defaults.toml")
    shipped = tomllib.loads(path.read_text(encoding="utf-8"))
    assert set(shipped) == set(Settings.model_fields)
    assert Settings() == Settings.model_validate(shipped)
    assert (Settings().ratio, Settings().passes) == (0.6, 4)


def test_settings_are_frozen_and_know_their_keys() -> None:
    """No setting can be changed or invented."""
    with pytest.raises(ValidationError):
        Settings().ratio = 0.1
    with pytest.raises(ValidationError):
        Settings.model_validate({"ration": 0.1})


def test_each_source_wins_over_the_next(tmp_path: Path) -> None:
    """Argument over environment over project over default."""
    (tmp_path / "uagent-memory.toml").write_text("ratio = 0.1\npasses = 1\nthreshold = 0.1\n")
    environ = {"UAGENT_MEMORY_RATIO": "0.2", "UAGENT_MEMORY_PASSES": "2"}
    settings = load_settings(start=tmp_path, environ=environ, ratio=0.3, passes=None)
    assert settings.ratio == 0.3
    assert settings.passes == 2
    assert settings.threshold == 0.1
    assert settings.recall_limit == Settings().recall_limit


def test_pyproject_has_a_table(tmp_path: Path) -> None:
    """[tool.uagent-memory] counts; dashes are as good as underscores."""
    (tmp_path / "pyproject.toml").write_text("[tool.uagent-memory]\nrecall-limit = 500\n")
    assert load_settings(start=tmp_path, environ={}).recall_limit == 500


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    """The search goes up; a pyproject without the table is passed by."""
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / "uagent-memory.toml").write_text("ratio = 0.5\n")
    (below / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert project_file(below) == tmp_path / "uagent-memory.toml"
    (below / "pyproject.toml").write_text("[tool.uagent-memory]\nratio = 0.4\n")
    assert load_settings(start=below, environ={}).ratio == 0.4
    (below / "uagent-memory.toml").write_text("ratio = 0.3\n")
    assert load_settings(start=below, environ={}).ratio == 0.3


def test_no_file_is_fine(tmp_path: Path) -> None:
    """Without a project the defaults stand."""
    assert load_settings(start=tmp_path, environ={}) == Settings()


def test_folders_of_a_file_are_relative_to_it(tmp_path: Path) -> None:
    """A project's role folder is found from any working directory."""
    (tmp_path / "uagent-memory.toml").write_text('roles = ["team", "/abs"]\n')
    assert load_settings(start=tmp_path, environ={}).roles == (tmp_path / "team", Path("/abs"))


def test_folders_of_the_environment_are_separated_as_path_is() -> None:
    """UAGENT_MEMORY_PROMPTS may name several; roles are left to the role loader."""
    environ = {"UAGENT_MEMORY_PROMPTS": os.pathsep.join(("x", "y")), "UAGENT_MEMORY_ROLES": "z"}
    settings = load_settings(start=Path("/"), environ=environ)
    assert settings.prompts == (Path("x"), Path("y"))
    assert settings.roles == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ratoi = 1", r"ratoi: unknown key \(did you mean ratio\?\); allowed: .*passes"),
        ("ratio = 2", "ratio: give at most 1, not 2"),
        ("passes = 'many'", "passes: give a whole number"),
        ("profile = 'best'", "profile: give 'learned', 'uagent' or 'equal'"),
        ("roles = 'team'", "roles: give a list, not 'team'"),
        ("ratio = ", "cannot be read as TOML"),
        (f"ratio = {'9' * 5000}", "cannot be read as TOML"),
        (f"ratio = {'[' * 5000}{']' * 5000}", "nested too deeply"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(tmp_path: Path, text: str, reason: str) -> None:
    """The error says where, which key, and what is allowed."""
    path = tmp_path / "uagent-memory.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=reason) as caught:
        load_settings(start=tmp_path, environ={})
    assert str(path) in str(caught.value)


def test_a_table_that_is_none_is_an_error(tmp_path: Path) -> None:
    """tool.uagent-memory must be a table."""
    (tmp_path / "pyproject.toml").write_text("[tool]\nuagent-memory = 3\n")
    with pytest.raises(ConfigError, match=r"\[tool.uagent-memory\] must be a table"):
        load_settings(start=tmp_path, environ={})


def test_a_table_with_an_underscore_is_named(tmp_path: Path) -> None:
    """It would be passed over without a word."""
    (tmp_path / "pyproject.toml").write_text("[tool.uagent_memory]\nratio = 0.4\n")
    with pytest.raises(ConfigError, match=r"call it \[tool.uagent-memory\]"):
        load_settings(start=tmp_path, environ={})


def test_a_project_file_of_others_is_passed_over(tmp_path: Path) -> None:
    """Its `tool` may be anything: it holds no settings of ours."""
    (tmp_path / "pyproject.toml").write_text("tool = 3\n")
    assert load_settings(start=tmp_path, environ={}) == Settings()


def test_a_wrong_variable_is_named(tmp_path: Path) -> None:
    """The error names the environment variable."""
    with pytest.raises(ConfigError, match=r"environment UAGENT_MEMORY_PASSES: passes: .*'x'"):
        load_settings(start=tmp_path, environ={"UAGENT_MEMORY_PASSES": "x"})


def test_a_wrong_argument_is_named(tmp_path: Path) -> None:
    """The error says that the caller gave it."""
    with pytest.raises(ConfigError, match="argument: passes: give at least"):
        load_settings(start=tmp_path, environ={}, passes=0)


def test_unknown_variables_are_named() -> None:
    """With the nearest setting; known ones and those of other programs are left alone."""
    environ = {"UAGENT_MEMORY_PASES": "2", "UAGENT_MEMORY_RATIO": "0.2", "OTHER": "", "PATH": "/"}
    (line,) = unknown_variables(environ)
    assert line.startswith("environment UAGENT_MEMORY_PASES: no such setting")
    assert "did you mean UAGENT_MEMORY_PASSES?" in line
    assert not list(unknown_variables({}))


@pytest.mark.parametrize("line", ["ratio = true", "passes = true", "threshold = false"])
def test_a_truth_value_is_no_number(tmp_path: Path, line: str) -> None:
    """`ratio = true` is a slip, not a ratio of 1: named with file and key."""
    (tmp_path / "uagent-memory.toml").write_text(line)
    with pytest.raises(
        ConfigError, match=r"uagent-memory\.toml: \w+: give a number, not (true|fal)"
    ):
        load_settings(start=tmp_path, environ={})
