"""Shell text taken apart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uagent_memory.analyzer.observations.shell.command_keys import command_key
from uagent_memory.analyzer.observations.shell.programs import program_of
from uagent_memory.analyzer.observations.shell.shell import parse


def words(script: str) -> list[list[list[str]]]:
    return [[[w.text for w in simple.words] for simple in p.simples] for p in parse(script)]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("a 'b c' \"d e\" f\\ g", [[["a", "b c", "d e", "f g"]]]),
        ("a | b && c || d; e & f", [[["a"], ["b"]], [["c"]], [["d"]], [["e"]], [["f"]]]),
        ("X=1 Y='2' prog arg # note", [[["prog", "arg"]]]),
        ("prog \\\n  --flag", [[["prog", "--flag"]]]),
        ("a > out.txt 2>&1 < in.txt", [[["a"]]]),
        ("for f in x y; do p $f; done", [[["p", "x", "y"]]]),
        ("if t; then a; else b; fi", [[["t"]], [["a"]], [["b"]]]),
        (
            "git commit -m \"$(cat <<'EOF'\nit's (a\nEOF\n)\" && next",
            [[["git", "commit", "-m", "$(cat <<'EOF'\nit's (a\nEOF\n)"]], [["next"]]],
        ),
        ("cat <<EOF\n$(rm -rf x) && y\nEOF\nz", [[["cat"]], [["z"]]]),
        ("(a; b)", [[["a"]], [["b"]]]),
        ("diff <(a 'x') <(b) | c 未", [[["diff", "<(a 'x')", "<(b)"], ["c", "未"]]]),
        ("echo 未完成 '中文 字'", [[["echo", "未完成", "中文 字"]]]),
    ],
)
def test_words_and_pipelines(script: str, expected: list[list[list[str]]]) -> None:
    """Quotes, operators, redirections, loops, groups and here-documents."""
    assert words(script) == expected


def test_conditional_branches_are_marked() -> None:
    """What stands in a branch may not have run."""
    pipelines = parse("if [ -f x ]; then a; b; fi; c")
    marks = {p.simples[0].program: p.simples[0].conditional for p in pipelines}
    assert marks == {"[": False, "a": True, "b": True, "c": False}


@pytest.mark.parametrize(
    ("command", "program", "kind"),
    [
        ("python3 -m pytest -x", "pytest", "test"),
        (".venv/bin/pytest", "pytest", "test"),
        ("timeout 9 uv run ruff check .", "ruff check", "lint"),
        ("env A=1 sudo -n make test", "make test", "test"),
        ("npx --yes jest", "jest", "test"),
        ("mise run test:ci", "mise run test:ci", "test"),
        ("npm run typecheck", "npm run typecheck", "type"),
        ("make ci", "make ci", "all"),
        ("go vet ./...", "go vet", "lint"),
        ("./scripts/run_tests.sh", "scripts/run_tests.sh", "test"),
        ("git -C web commit -m x", "git commit", ""),
        ("gh pr view 3", "gh pr view", ""),
        ("mise run fmt", "mise run fmt", ""),
        ("python repro.py", "python", ""),
        ("docker compose up -d", "docker compose up", ""),
    ],
)
def test_programs(command: str, program: str, kind: str) -> None:
    """Wrappers are taken off; the subcommand belongs to the name; checks are known."""
    found = program_of(parse(command)[0].simples[0])
    assert (found.name, found.kind) == (program, kind)


def test_keys_of_other_commands_keep_their_pipes() -> None:
    """Only checks are the same whatever their output is piped to."""
    (pipeline,) = parse("ls -la | grep py")
    assert command_key(pipeline, program_of(pipeline.simples[0]), "") == "ls -la | grep py"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pytest --parallel 4 -q tests", "pytest --parallel=8 tests"),
        ("curl --max-time 5 host", "curl --max-time=9 host"),
        ("pytest --maxfail=1 -v", "pytest"),
    ],
)
def test_options_that_change_no_outcome_are_left_out(one: str, other: str) -> None:
    """However their values are written."""
    keys = [command_key(p, program_of(p.simples[0]), "") for p in (parse(one)[0], parse(other)[0])]
    assert keys[0] == keys[1]


def test_long_keys_end_in_a_digest() -> None:
    """Two long commands with one beginning stay apart."""
    one, two = (parse(f"prog {'x' * 300} {end}")[0] for end in ("a", "b"))
    keys = {command_key(p, program_of(p.simples[0]), "") for p in (one, two)}
    assert len(keys) == 2
    assert all(len(key) < 140 for key in keys)


@given(st.text(alphabet="ab'\"\\$`(){}<>|&;\n #=EOF-", max_size=80))
@settings(max_examples=100, deadline=None)
def test_any_text_parses(script: str) -> None:
    """No text crashes, and every word has its place in the text."""
    for pipeline in parse(script):
        for simple in pipeline.simples:
            assert 0 <= simple.start <= simple.end <= len(script)
            for word in simple.words:
                assert 0 <= word.start <= word.end <= len(script)
