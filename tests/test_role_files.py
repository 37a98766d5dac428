from __future__ import annotations

import os
from pathlib import Path

import pytest

from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError, UnknownRole
from uagent_memory.role_files import ROLES_VARIABLE, load_roles, shipped_roles
from uagent_memory.roles import MustGet
from uagent_memory.segments import SegmentName

NO_ENVIRONMENT: dict[str, str] = {}
LONG = 1500
"""More role files than Python calls functions inside one another."""


def write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_no_folder_gives_the_shipped_roles() -> None:
    """Without a search path the registry is the shipped one."""
    assert load_roles(environ=NO_ENVIRONMENT) is shipped_roles()
    assert load_roles(environ={ROLES_VARIABLE: " "}) is shipped_roles()


def test_a_folder_adds_a_role(tmp_path: Path) -> None:
    """A new file is a new role; `extends` fills in what it does not name."""
    write(tmp_path, "researcher", 'extends = "planner"\ntitle = "研究员"\nstage = "research"')
    roles = load_roles([tmp_path], environ=NO_ENVIRONMENT)
    researcher = roles.get("研究员")
    planner = roles.get("planner")
    assert researcher.name == "researcher"
    assert researcher.stage == "research"
    assert researcher.shares == planner.shares
    assert researcher.contract == planner.contract
    assert len(roles) == 6


def test_the_words_of_an_extended_role_stay_its_own(tmp_path: Path) -> None:
    """Aliases and title name one role and are not inherited by another."""
    write(tmp_path, "researcher", 'extends = "planner"')
    roles = load_roles([tmp_path], environ=NO_ENVIRONMENT)
    assert roles.get("researcher").words == ("researcher",)
    assert roles.get("架构师").name == "planner"


def test_a_folder_overrides_a_role_by_name(tmp_path: Path) -> None:
    """A file of the same name that extends it changes what it names and keeps the rest."""
    write(tmp_path, "tester", 'extends = "tester"\ncontract = "Only run the smoke tests."')
    tester = load_roles([tmp_path], environ=NO_ENVIRONMENT).get("测试工程师")
    assert tester.contract == "Only run the smoke tests."
    assert MustGet.FAILING_COMMANDS in tester.must_get


def test_a_role_named_like_a_shipped_alias_takes_the_word(tmp_path: Path) -> None:
    """A team may have its own `qa` although the tester is called that, too."""
    write(tmp_path, "qa", 'extends = "tester"')
    roles = load_roles([tmp_path], environ=NO_ENVIRONMENT)
    assert roles.get("QA").name == "qa"
    assert roles.get("质量工程师").name == "tester"


def test_a_stated_alias_yields_to_the_folder_that_wins(tmp_path: Path) -> None:
    """An alias of one folder gives way to a role of a folder before it, not of one behind it."""
    write(tmp_path / "near", "qa", 'extends = "tester"')
    write(tmp_path / "far", "checker", 'extends = "tester"\naliases = ["QA"]')
    near, far = tmp_path / "near", tmp_path / "far"
    assert load_roles([near, far], environ=NO_ENVIRONMENT).get("qa").name == "qa"
    with pytest.raises(ConfigError, match="'QA' already names the role 'qa'"):
        load_roles([far, near], environ=NO_ENVIRONMENT)


def test_the_search_path_has_its_order(tmp_path: Path) -> None:
    """Argument over environment over settings over shipped; all of them add."""
    for place in ("argument", "first", "second", "settings"):
        write(tmp_path / place, place, 'extends = "general"')
        write(tmp_path / place, "coder", f'extends = "coder"\ncontract = "{place}"')
    environ = {ROLES_VARIABLE: os.pathsep.join([str(tmp_path / "first"), str(tmp_path / "second")])}
    settings = Settings(roles=(tmp_path / "settings",))

    everything = load_roles([tmp_path / "argument"], settings=settings, environ=environ)
    assert everything.get("coder").contract == "argument"
    assert {"argument", "first", "second", "settings"} <= set(everything.names)
    assert load_roles(settings=settings, environ=environ).get("coder").contract == "first"
    assert load_roles(settings=settings, environ={}).get("coder").contract == "settings"


def test_the_real_environment_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """UAGENT_MEMORY_ROLES counts where the caller gives no environment."""
    write(tmp_path, "scribe", 'extends = "general"')
    monkeypatch.setenv(ROLES_VARIABLE, str(tmp_path))
    assert "scribe" in load_roles()


def test_extends_goes_over_several_files(tmp_path: Path) -> None:
    """A chain is resolved, nearest file first."""
    write(tmp_path, "a", 'extends = "coder"\nstage = "a"\ntools = ["Read"]')
    write(tmp_path, "b", 'extends = "a"\nstage = "b"')
    role = load_roles([tmp_path], environ=NO_ENVIRONMENT).get("b")
    assert (role.stage, role.tools) == ("b", ("Read",))
    assert role.shares == shipped_roles().get("coder").shares


def test_shares_replace_those_of_the_extended_role(tmp_path: Path) -> None:
    """A table of shares is taken as a whole; a segment it does not name weighs nothing."""
    text = 'extends = "coder"\n[shares]\nfiles = 0.75\nerrors = 0.25'
    write(tmp_path, "fixer", text)
    role = load_roles([tmp_path], environ=NO_ENVIRONMENT).get("fixer")
    assert role.shares == {SegmentName.FILES: 0.75, SegmentName.ERRORS: 0.25}


def test_a_role_file_without_a_base_states_everything(tmp_path: Path) -> None:
    """A file may stand for itself; `keywords` of both languages and a byte-order mark are fine."""
    text = '\ufefftitle = "文档工程师"\nkeywords = ["docs", "文档"]\n[shares]\nfiles = 1'
    write(tmp_path, "writer", text)
    role = load_roles([tmp_path], environ=NO_ENVIRONMENT).get("文档工程师")
    assert role.keywords == ("docs", "文档")
    assert role.must_get == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("alias = ['x']", r"alias: unknown key \(did you mean aliases\?\); allowed: aliases"),
        ("stage = 3", r"stage: give a text, not 3"),
        ("aliases = 'x'", r"aliases: give a list"),
        ("must_get = ['gaols']", r"must_get: unknown kind 'gaols'; allowed: goals, constraints"),
        ("[shares]\nfils = 1", r"shares: unknown segment 'fils'; allowed: primary_request"),
        ("[shares]\nfiles = -1", r"shares: the share of 'Files and Code Sections' is -1"),
        ("[shares]\nfiles = 0.5", r"shares: the shares sum to 0.5, not 1"),
        ("[shares]\nfiles = 'x'", r"shares.files: give a number"),
        ("stage = 'x'", r"shares: missing; .*extends = \"general\""),
        ("extends = 'nobody'", r"extends: no role file 'nobody' to build on; there are: coder"),
        ("extends = 'x'", r"no role file 'x' to build on; .* planner, reviewer, tester$"),
        ("extends = 'general'\naliases = ['QA']", r"aliases: 'qa' already names the role 'tester'"),
        ("extends = 'coder'\naliases = ['Tester']", r"'tester' already names the role 'tester'"),
        ("stage = ", r"cannot be read as TOML: Invalid value"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(tmp_path: Path, text: str, expected: str) -> None:
    """The error has the file, the key, and what is allowed."""
    path = write(tmp_path, "x", text)
    with pytest.raises(ConfigError, match=rf"(?i){expected}") as caught:
        load_roles([tmp_path], environ=NO_ENVIRONMENT)
    assert str(path) in str(caught.value)


def test_a_circle_of_extends_is_an_error(tmp_path: Path) -> None:
    """The error shows the way round."""
    write(tmp_path, "a", 'extends = "b"')
    write(tmp_path, "b", 'extends = "a"')
    with pytest.raises(ConfigError, match=r"extends: goes round in a circle: a -> b -> a"):
        load_roles([tmp_path], environ=NO_ENVIRONMENT)


def test_a_bad_file_name_is_an_error(tmp_path: Path) -> None:
    """The file's name is the role's name and has to fit into an id."""
    path = write(tmp_path, "Two Words", 'extends = "general"')
    with pytest.raises(ConfigError, match=r"name: 'Two Words' is no role name") as caught:
        load_roles([tmp_path], environ=NO_ENVIRONMENT)
    assert str(path) in str(caught.value)


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    """A search path with a typing error does not go unnoticed."""
    with pytest.raises(ConfigError, match="the role folder is not there"):
        load_roles([tmp_path / "nowhere"], environ=NO_ENVIRONMENT)


def test_a_file_for_a_folder_is_an_error(tmp_path: Path) -> None:
    """Naming the role file itself is a near miss, and told so."""
    path = write(tmp_path, "x", 'extends = "general"')
    with pytest.raises(ConfigError, match="a file, not a folder: name the folder that holds it"):
        load_roles([path], environ=NO_ENVIRONMENT)


def test_a_long_chain_of_extends_is_resolved(tmp_path: Path) -> None:
    """However long: each file adds to all below it."""
    write(tmp_path, "r0", 'extends = "coder"')
    for n in range(1, LONG):
        write(tmp_path, f"r{n}", f'extends = "r{n - 1}"' + '\nstage = "late"' * (n == LONG // 2))
    roles = load_roles([tmp_path], environ=NO_ENVIRONMENT)
    first, last = roles.get("r0"), roles.get(f"r{LONG - 1}")
    assert (last.contract, last.shares) == (first.contract, first.shares)
    assert (first.stage, last.stage) == (roles.get("coder").stage, "late")


def test_a_long_circle_is_told_by_its_ends(tmp_path: Path) -> None:
    for n in range(LONG):
        write(tmp_path, f"r{n}", f'extends = "r{(n - 1) % LONG}"')
    with pytest.raises(ConfigError, match=r"in a circle: r0 -> r1499 .*more\) -> r1 -> r0;"):
        load_roles([tmp_path], environ=NO_ENVIRONMENT)


def test_the_same_folder_twice_counts_once(tmp_path: Path) -> None:
    """A folder that is in the environment and in the settings does no harm."""
    write(tmp_path, "tester", 'extends = "tester"\nstage = "smoke"')
    roles = load_roles([tmp_path, tmp_path], environ=NO_ENVIRONMENT)
    assert roles.get("tester").stage == "smoke"


def test_loading_errors_are_not_unknown_roles(tmp_path: Path) -> None:
    """A wrong base is the file's fault, not the caller's."""
    write(tmp_path, "x", 'extends = "nobody"')
    with pytest.raises(ConfigError) as caught:
        load_roles([tmp_path], environ=NO_ENVIRONMENT)
    assert not isinstance(caught.value, UnknownRole)


@pytest.mark.parametrize("key", ["keywords", "aliases"])
@pytest.mark.parametrize("word", ["", "  ", "*", "\\u0000"])
def test_an_empty_word_is_an_error(tmp_path: Path, key: str, word: str) -> None:
    """A keyword or alias without a character is named when the file is read, not met later."""
    path = write(tmp_path, "x", f'extends = "general"\n{key} = ["{word}"]')
    with pytest.raises(ConfigError, match=rf"{key}: .* is no word") as caught:
        load_roles([tmp_path], environ=NO_ENVIRONMENT)
    assert str(path) in str(caught.value)
