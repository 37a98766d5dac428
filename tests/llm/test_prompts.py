"""Prompt files: the shipped ones, overriding, and faults that are named when loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from uagent_memory.config import Settings
from uagent_memory.errors import ConfigError
from uagent_memory.llm.prompts import load_prompts
from uagent_memory.llm.samples import sample_values

SNAPSHOTS = Path(__file__).with_name("snapshots")
PROMPTS = (
    "chat",
    "chat_rules",
    "compression",
    "condenser",
    "extraction",
    "judge",
    "retrieval",
    "retry",
    "rules",
    "summary",
)
NAMES = [f"{name}.{language}" for name in PROMPTS for language in ("en", "zh")]


def _write(
    folder: Path, name: str, body: str, *, variables: str = "faults", more: str = ""
) -> Path:
    folder.mkdir(exist_ok=True)
    declared = ", ".join(f'"{item}"' for item in variables.split())
    path = folder / f"{name}.md"
    path.write_text(
        f'+++\nname = "{name}"\nversion = 7\nvariables = [{declared}]\n{more}+++\n{body}\n', "utf-8"
    )
    return path


@pytest.mark.parametrize("name", NAMES)
def test_rendered_prompts_are_as_recorded(name: str) -> None:
    """A change of a prompt is a change of its snapshot, made on purpose."""
    rendered = load_prompts().get(name).render(sample_values(name))
    recorded = (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8")
    assert rendered + "\n" == recorded


def test_the_shipped_prompts_are_there_in_both_languages() -> None:
    """One file a language, each with a version and a description."""
    prompts = list(load_prompts())
    assert [prompt.name for prompt in prompts] == NAMES
    assert all(prompt.version >= 1 and prompt.description for prompt in prompts)


def test_additions_depend_on_the_content() -> None:
    """Code, tool calls and explanations each add their line, and only where they occur."""
    values = {
        **sample_values("compression.zh"),
        "has_code": False,
        "has_tool_calls": True,
        "has_explanations": False,
        "verbatim": [],
    }
    text = load_prompts().get("compression.zh").render(values)
    assert "工具调用：" in text
    assert "代码：" not in text
    assert "技术解释：" not in text
    assert "逐字保留" not in text


def test_a_nearer_file_replaces(tmp_path: Path) -> None:
    """An argument wins over the settings, and both over the shipped text."""
    near, far = tmp_path / "near", tmp_path / "far"
    _write(near, "retry.en", "Near: {{ faults|join('; ') }}")
    _write(far, "retry.en", "Far: {{ faults|join('; ') }}")
    _write(far, "retry.zh", "远：{{ faults|join('；') }}")
    prompts = load_prompts([near], settings=Settings(prompts=(far,)))
    assert prompts.get("retry.en").render({"faults": ["a", "b"]}) == "Near: a; b"
    assert prompts.get("retry.zh").render({"faults": ["a"]}) == "远：a"
    assert prompts.get("retry.en").version == 7


def test_append_adds_to_the_next_folder(tmp_path: Path) -> None:
    """The further text comes first; what it requires need not be said again."""
    _write(tmp_path, "rules.en", "Write like a pirate.", variables="", more='mode = "append"\n')
    prompt = load_prompts([tmp_path]).get("rules.en")
    text = prompt.render({"language": "English"})
    assert text.startswith("You rewrite one segment")
    assert text.endswith("Write like a pirate.")
    assert len(prompt.sources) == 2


@pytest.mark.parametrize(
    ("name", "body", "variables", "more", "complaint"),
    [
        ("retry.en", "{{ fautls }}", "faults", "", r"retry.en.md: .*fautls .*unknown"),
        (
            "retry.en",
            "{{ faults|join }}",
            "faults x",
            "",
            r"retry.en.md: variables: 'x' is unknown",
        ),
        ("retry.en", "{{ budget }}", "budget", "", r"retry.en.md: .*does not use .*faults"),
        ("retry.en", "{{ faults|join }}", "", "", r"retry.en.md: .*faults.*declare it"),
        ("retry.en", "x", "faults", "", r"retry.en.md: .*'faults' is declared"),
        ("retry.en", "x\n{% for %}", "faults", "", r"retry.en.md:7: "),
        ("retry.en", "{{ faults|center }}", "faults", "", r"retry.en.md.*center"),
        ("retry.en", "{{ faults.__class__ }}", "faults", "", r"retry.en.md: cannot be rendered"),
        ("retry.en", "{{ faults }}", "faults", "", r"retry.en.md: cannot be rendered: a list"),
        ("retry.en", "{{ faults|join }}", "faults", "color = 1\n", r"color: unknown key"),
        ("retyr.en", "x", "", "", r"retyr.en.md: name: no prompt 'retyr.en'"),
    ],
)
def test_a_fault_is_named_when_loaded(  # noqa: PLR0917 - the parameters of one table
    tmp_path: Path, name: str, body: str, variables: str, more: str, complaint: str
) -> None:
    """The file, and the variable, line or key at fault."""
    _write(tmp_path, name, body, variables=variables, more=more)
    with pytest.raises(ConfigError, match=complaint):
        load_prompts([tmp_path])


@pytest.mark.parametrize(
    "body",
    [
        "{% for a in range(999) %}{% for b in range(999) %}{% endfor %}{% endfor %}",
        "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
        "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
        "{% for a in range(999999999) %}{% endfor %}",
        "{% set a %}{{ faults|join }}xxxxxxxx{% endset %}"
        + "{% set a %}{{ a }}{{ a }}{% endset %}" * 40,
        "{{ 9 ** 999999999 }}",
        "{{ 'x' * 999999999 }}",
    ],
)
def test_a_template_without_end_is_stopped(tmp_path: Path, body: str) -> None:
    """Loops, recursion, powers and doubling end in an error with the file's name."""
    _write(tmp_path, "retry.en", body + "{{ faults|join }}")
    with pytest.raises(ConfigError, match=r"retry\.en\.md: cannot be rendered"):
        load_prompts([tmp_path])


def test_a_value_is_text_and_no_template() -> None:
    """Braces in the conversation stay braces."""
    text = load_prompts().get("retry.en").render({"faults": ["{{ 7 * 7 }}"], "budget": 1})
    assert "{{ 7 * 7 }}" in text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("no head at all", "must begin with a line"),
        ('+++\nname = "retry.en"\n+++\nx\n', "version: missing"),
        ("+++\nname = \n+++\nx\n", "no TOML"),
        ('+++\nname = "other.en"\nversion = 1\nvariables = []\n+++\nx\n', "is not the file's name"),
    ],
)
def test_a_broken_head_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    """What must stand on top, and what does."""
    (tmp_path / "retry.en.md").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=f"retry.en.md: .*{complaint}"):
        load_prompts([tmp_path])


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """A search path that leads nowhere is an error."""
    with pytest.raises(ConfigError, match="nowhere: the prompt folder is not there"):
        load_prompts([tmp_path / "nowhere"])
