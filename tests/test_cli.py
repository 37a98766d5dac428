"""The command line, through typer's runner and as real processes."""

from __future__ import annotations

import gzip
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import structlog
from typer.testing import CliRunner, Result

from uagent_memory.cli.app import app
from uagent_memory.cli.examples import EXAMPLES
from uagent_memory.errors import InputError

ROOT = Path(__file__).parent.parent
PROMPT = """+++
name = "rules.en"
version = 1
variables = []
mode = "append"
+++
Prefer short sentences.
"""
SESSION: list[dict[str, Any]] = [
    {
        "role": "user",
        "content": "The importer loses rows. Fix it, but do not change src/schema.py. 不要提交。",
    },
    {
        "role": "assistant",
        "content": "I'll read the importer first.",
        "tool_calls": [
            {"id": "c1", "name": "Read", "arguments": {"file_path": "src/importer.py"}},
        ],
    },
    {
        "role": "tool",
        "tool_call_id": "c1",
        "content": "\n".join(f"    store(row, {n})  # batch {n}" for n in range(300)),
    },
    {
        "role": "assistant",
        "content": "The cause is rows[1:]: it drops the first row of every batch.",
        "tool_calls": [
            {
                "id": "c2",
                "name": "Edit",
                "arguments": {
                    "file_path": "src/importer.py",
                    "old_string": "rows[1:]",
                    "new_string": "rows",
                },
            }
        ],
    },
    {"role": "tool", "tool_call_id": "c2", "content": "The file src/importer.py has been updated."},
    {"role": "assistant", "content": "Fixed in src/importer.py. The tests have not been run yet."},
]
SIZE = ("--role", "coder", "--to", "tester", "--budget", "700")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Result]:
    """Runs a command in an empty folder, without settings from the environment."""
    for name in list(os.environ):
        if name.startswith("UAGENT_MEMORY_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)

    def runner(*arguments: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(app, list(arguments), input=stdin, prog_name="uagent-memory")

    return runner


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return write(tmp_path / "session.json", SESSION)


def write(path: Path, messages: object) -> Path:
    path.write_text(json.dumps(messages, ensure_ascii=False), encoding="utf-8")
    return path


def process(
    arguments: Sequence[str], folder: Path, *, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "uagent_memory", *arguments],
        check=False,
        cwd=folder,
        env=clean_environment() | environment,
        input=stdin,
        capture_output=True,
        timeout=60,
    )


def clean_environment() -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("UAGENT_MEMORY_", "PYTHON"))}
    return kept | {"PYTHONPATH": str(ROOT)}


def test_compress_prints_the_hand_off_on_stdout(run: Callable[..., Result], session: Path) -> None:
    """The Markdown goes to stdout, within the budget, and nothing else does."""
    result = run("compress", str(session), *SIZE)
    assert result.exit_code == 0
    assert "src/importer.py" in result.stdout
    assert "不要提交" in result.stdout
    assert result.stderr == ""


def test_equal_input_gives_equal_bytes(run: Callable[..., Result], session: Path) -> None:
    """Two runs print the same."""
    assert (
        run("compress", str(session), *SIZE).stdout == run("compress", str(session), *SIZE).stdout
    )


def test_a_dash_reads_standard_input(run: Callable[..., Result], session: Path) -> None:
    """`-` gives the same result as the file."""
    from_file = run("compress", str(session), *SIZE)
    from_stdin = run("compress", "-", *SIZE, stdin=session.read_bytes())
    assert from_stdin.exit_code == 0
    assert from_stdin.stdout == from_file.stdout


def test_gzipped_input_is_read(run: Callable[..., Result], session: Path, tmp_path: Path) -> None:
    """A .gz file gives the same result as the plain one."""
    packed = tmp_path / "session.json.gz"
    packed.write_bytes(gzip.compress(session.read_bytes()))
    expected = run("compress", str(session), *SIZE).stdout
    assert run("compress", str(packed), *SIZE).stdout == expected


def test_json_holds_segments_sources_and_report(run: Callable[..., Result], session: Path) -> None:
    """`--format json` is the whole CompressedContext."""
    result = run("compress", str(session), *SIZE, "--format", "json")
    handoff = json.loads(result.stdout)
    assert handoff["status"] == "accepted"
    assert handoff["report"]["budget"] == 700
    assert all(entry["sources"] for s in handoff["segments"] for entry in s["entries"])


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_provider_formats_are_message_lists(
    run: Callable[..., Result], session: Path, provider: str
) -> None:
    """`--format anthropic|openai` prints messages; `--tail` adds the newest ones word for word."""
    plain = json.loads(run("compress", str(session), *SIZE, "--format", provider).stdout)
    tailed = run("compress", str(session), *SIZE, "--format", provider, "--tail", "1")
    assert plain[0]["role"] == "user"
    assert "have not been run yet" in json.dumps(json.loads(tailed.stdout)[-1])
    assert len(json.loads(tailed.stdout)) >= len(plain)


def test_tail_without_a_provider_format_is_a_usage_error(
    run: Callable[..., Result], session: Path
) -> None:
    """`--tail` says what it needs."""
    result = run("compress", str(session), *SIZE, "--tail", "2")
    assert result.exit_code == 2
    assert "--format anthropic or openai" in result.stderr


def test_out_is_written_whole_and_nothing_else_stays(
    run: Callable[..., Result], session: Path, tmp_path: Path
) -> None:
    """`--out` replaces the file, keeps its mode, and leaves no temporary file."""
    out = tmp_path / "handoff.md"
    out.write_text("old")
    out.chmod(0o600)
    before = sorted(path.name for path in tmp_path.iterdir())
    result = run("compress", str(session), *SIZE, "--out", str(out))
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "src/importer.py" in out.read_text(encoding="utf-8")
    assert out.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_out_into_a_missing_folder_is_one_line(
    run: Callable[..., Result], session: Path, tmp_path: Path
) -> None:
    """A path that cannot be written is named; exit code 2."""
    result = run("compress", str(session), *SIZE, "--out", str(tmp_path / "no" / "x.md"))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "x.md" in result.stderr


def test_report_goes_to_stderr(run: Callable[..., Result], session: Path) -> None:
    """`--report` leaves stdout as it was and says what was kept and left out."""
    plain = run("compress", str(session), *SIZE)
    reported = run("compress", str(session), *SIZE, "--report")
    assert reported.stdout == plain.stdout
    assert "accepted" in reported.stderr
    assert "retention" in reported.stderr
    assert "analyze" in reported.stderr


def test_small_budget_prints_warns_and_exits_3(run: Callable[..., Result], tmp_path: Path) -> None:
    """A budget below the must-keep facts gives a shortened result and names the least budget."""
    rules = [f"You must not touch src/part_{n}.py under any circumstances." for n in range(60)]
    path = write(tmp_path / "rules.json", [{"role": "user", "content": "\n".join(rules)}, *SESSION])
    result = run("compress", str(path), "--budget", "450")
    assert result.exit_code == 3
    assert result.stdout.strip()
    assert result.stderr.startswith("warning:")
    strict = run("compress", str(path), "--budget", "450", "--strict")
    assert strict.exit_code == 3
    assert strict.stdout == ""
    assert strict.stderr.startswith("error:")


def test_keep_pins_a_literal(run: Callable[..., Result], session: Path) -> None:
    """What `--keep` names stands in the result."""
    result = run("compress", str(session), *SIZE, "--keep", "store(row, 217)")
    assert result.exit_code == 0
    assert "store(row, 217)" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["compress", "missing.json"], "missing.json"),
        (["compress", "."], "."),
        (["compress", "bad.json"], "bad.json"),
        (["compress", "empty.json"], "empty.json"),
        (["compress", "session.json", "--to", "testr"], "tester"),
        (["compress", "session.json", "--budget", "0"], "0"),
        (["compress", "session.json", "--budget", "five"], "--budget"),
        (["compress", "session.json", "--ratio", "nan"], "nan"),
        (["compress", "session.json", "--keep", "m99999"], "m99999"),
        (["compress", "session.json", "--format", "yaml"], "markdown"),
        (["compress", "session.json", "--roles", "nowhere"], "nowhere"),
        (["compres", "session.json"], "compress"),
        (["inspect", "session.json", "--message", "m999"], "m999"),
        (["inspect", "session.json", "--kind", "wish"], "constraint"),
        (["explain", "session.json", "no/such/thing.py"], "no/such/thing.py"),
        (["roles", "show", "nobody"], "coder"),
        (["roles", "check", "nowhere"], "nowhere"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    run: Callable[..., Result], session: Path, arguments: list[str], named: str
) -> None:
    """What, where and what to do, on one line of stderr; no traceback."""
    (session.parent / "bad.json").write_text('{"role": "user", "content": ')
    (session.parent / "empty.json").write_text("")
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert named in result.stderr
    assert "Traceback" not in result.output


def test_several_sessions_are_listed(run: Callable[..., Result], tmp_path: Path) -> None:
    """A file of several sessions names them; `--session` chooses one."""
    lines = [{"id": f"run-{n}", "messages": SESSION} for n in (1, 2)]
    path = tmp_path / "two.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    refused = run("compress", str(path), *SIZE)
    assert refused.exit_code == 2
    assert "run-1, run-2" in refused.stderr
    assert "--session" in refused.stderr
    assert run("compress", str(path), *SIZE, "--session", "run-2").exit_code == 0


def test_stdin_errors_name_standard_input(run: Callable[..., Result]) -> None:
    """Bad standard input is called that, with the line."""
    result = run("compress", "-", stdin="{oops")
    assert result.exit_code == 2
    assert "<stdin>:1" in result.stderr


def test_lenient_skips_with_a_warning(run: Callable[..., Result], tmp_path: Path) -> None:
    """`--lenient` reads the rest of a damaged file and says what it skipped."""
    path = tmp_path / "damaged.jsonl"
    lines = [json.dumps(message) for message in SESSION]
    path.write_text("\n".join([lines[0], "{broken", *lines[1:]]))
    assert run("compress", str(path), *SIZE).exit_code == 2
    lenient = run("compress", str(path), *SIZE, "--lenient")
    assert lenient.exit_code == 0
    assert lenient.stderr.startswith("warning:")


def test_inspect_shows_messages_and_facts(run: Callable[..., Result], session: Path) -> None:
    """The table has a row per message and the ledger by kind."""
    result = run("inspect", str(session))
    assert result.exit_code == 0
    assert "density" in result.stdout
    assert "m1" in result.stdout
    assert "file" in result.stdout


def test_inspect_json_by_kind(run: Callable[..., Result], session: Path) -> None:
    """`--kind` leaves the facts of one kind only."""
    result = run("inspect", str(session), "--kind", "file", "--format", "json")
    survey = json.loads(result.stdout)
    assert {fact["kind"] for fact in survey["facts"]} == {"file"}
    assert "src/importer.py" in {fact["text"] for fact in survey["facts"]}
    assert "messages" not in survey


def test_inspect_one_message_shows_its_units(run: Callable[..., Result], session: Path) -> None:
    """`--message` shows one message's class, units and facts."""
    result = run("inspect", str(session), "--message", "m1", "--format", "json")
    survey = json.loads(result.stdout)
    assert [message["id"] for message in survey["messages"]] == ["m1"]
    assert survey["messages"][0]["units"]
    assert run("inspect", str(session), "--message", "m1").exit_code == 0


def test_inspect_one_message_shows_what_it_comes_back_to(
    run: Callable[..., Result], session: Path
) -> None:
    """Its references, and the later messages that take it up."""
    shown = run("inspect", str(session), "--message", "m4").stdout
    assert "comes back to: m2, file src/importer.py" in shown
    assert "is taken up by: m4, m6" in run("inspect", str(session), "--message", "m2").stdout


def test_inspect_gives_the_graph_to_networkx(run: Callable[..., Result], session: Path) -> None:
    """Node-link JSON that networkx reads back: messages and facts, a result to its call."""
    import networkx as nx

    data = json.loads(run("inspect", str(session), "--format", "graph").stdout)
    graph = nx.node_link_graph(data, edges="edges")
    assert {"m1", "m6", "file src/importer.py"} <= set(graph)
    assert graph.edges["m3", "m2"]["kind"] == "result"
    assert graph.nodes["m2"]["references"] == 2
    refused = run("inspect", str(session), "--format", "graph", "--message", "m1")
    assert refused.exit_code == 2


def test_explain_says_where_something_is_kept(run: Callable[..., Result], session: Path) -> None:
    """`explain` names the segment that holds a path."""
    result = run("explain", str(session), "src/importer.py", *SIZE)
    assert result.exit_code == 0
    assert "kept" in result.stdout


def test_roles_are_listed_shown_and_checked(run: Callable[..., Result], tmp_path: Path) -> None:
    """`roles` lists, `show` takes an alias in either language, `check` names the fault."""
    assert "tester" in run("roles").stdout
    assert run("roles", "list").stdout == run("roles").stdout
    assert "tester" in run("roles", "show", "测试").stdout
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "security.toml").write_text('extends = "reviewer"\ntitle = "安全审查员"\n', "utf-8")
    assert "1 right (security)" in run("roles", "check", str(folder)).stdout
    assert "security" in run("roles", "list", "--roles", str(folder)).stdout
    assert "security" in run("roles", "--roles", str(folder)).stdout
    misplaced = run("roles", "--roles", str(folder), "show", "security")
    assert misplaced.exit_code == 2
    assert "roles show --roles DIR" in misplaced.stderr
    (folder / "security.toml").write_text("shares = { wishes = 1.0 }\n")
    faulty = run("roles", "check", str(folder))
    assert faulty.exit_code == 2
    assert "security.toml" in faulty.stderr


def test_prompts_are_listed_shown_and_checked(run: Callable[..., Result], tmp_path: Path) -> None:
    """`prompts` lists, `show` prints one with its variables, `check` names the fault."""
    assert "extraction.zh" in run("prompts").stdout
    assert run("prompts", "list").stdout == run("prompts").stdout
    shown = run("prompts", "show", "retry.en").stdout
    assert "variables  faults, budget" in shown
    assert "{% for fault in faults %}" in shown
    folder = tmp_path / "mine"
    folder.mkdir()
    file = folder / "retry.en.md"
    head = '+++\nname = "retry.en"\nversion = 2\nvariables = ["faults"]\n+++\n'
    file.write_text(head + "Again, without: {{ faults|join(', ') }}\n", "utf-8")
    assert "1 right (retry.en)" in run("prompts", "check", str(folder)).stdout
    assert "Again" in run("prompts", "show", "retry.en", "--prompts", str(folder)).stdout
    file.write_text(head + "{{ fautls }}\n", "utf-8")
    faulty = run("prompts", "check", str(folder))
    assert faulty.exit_code == 2
    assert "retry.en.md" in faulty.stderr
    assert "fautls" in faulty.stderr


@pytest.mark.parametrize("option", ["--role", "--to"])
@pytest.mark.parametrize("name", ["", "  "])
def test_an_empty_role_is_no_default(
    run: Callable[..., Result], session: Path, option: str, name: str
) -> None:
    """As an unset variable of a script gives it: an error with the known roles."""
    for command in ("compress", "explain", "inspect"):
        if command == "inspect" and option == "--role":
            continue
        what = ("src/importer.py",) if command == "explain" else ()
        result = run(command, str(session), *what, option, name)
        assert result.exit_code == 2
        assert "unknown role" in result.stderr
        assert "tester" in result.stderr


def test_a_variable_that_is_no_setting_is_named(
    run: Callable[..., Result], session: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A warning on stderr, and the same result."""
    plain = run("compress", str(session), *SIZE)
    monkeypatch.setenv("UAGENT_MEMORY_PASES", "1")
    warned = run("compress", str(session), *SIZE)
    assert warned.stdout == plain.stdout
    assert "UAGENT_MEMORY_PASES" in warned.stderr
    assert "UAGENT_MEMORY_PASSES" in warned.stderr


def test_a_model_needs_a_name_and_a_key(
    run: Callable[..., Result], session: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--model-mode auto` without them is a configuration error, not a traceback."""
    for name in ("ANTHROPIC_MODEL", "UAGENT_MEMORY_MODEL_NAME", "UAGENT_MEMORY_MODEL_MODE"):
        monkeypatch.delenv(name, raising=False)
    result = run("compress", str(session), "--model-mode", "auto", *SIZE)
    assert result.exit_code == 2
    assert "no model name" in result.stderr


def test_the_report_prints_what_the_model_path_did(
    run: Callable[..., Result], session: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Per segment: whose text, tokens, calls, cost and time, and why; the hand-off as without."""
    structlog.reset_defaults()
    for name, value in {
        "MODEL_NAME": "stub",
        "MODEL_KEY": "k",
        "MODEL_BASE_URL": "http://127.0.0.1:9",
        "MODEL_CALLS": "1",
    }.items():
        monkeypatch.setenv(f"UAGENT_MEMORY_{name}", value)
    result = run("compress", str(session), "--model-mode", "all", "--report", *SIZE)
    assert result.exit_code == run("compress", str(session), *SIZE).exit_code
    assert "seconds" in result.stderr
    assert "draft" in result.stderr
    assert result.stdout == run("compress", str(session), *SIZE).stdout


def test_a_folder_without_role_files_is_a_fault(run: Callable[..., Result], tmp_path: Path) -> None:
    """An empty folder is most likely the wrong one: exit code 2, and what to do."""
    (tmp_path / "empty").mkdir()
    checked = run("roles", "check", "empty")
    assert checked.exit_code == 2
    assert checked.stdout == ""
    assert "empty: no role files: put one there" in checked.stderr


def test_recall_prints_one_original_byte_for_byte(
    run: Callable[..., Result], session: Path
) -> None:
    """What stands in the file, and not a byte more, however the message is cited."""
    for reference in ("m3", "(m3)", "coder/m3"):
        assert run("recall", str(session), reference).stdout_bytes == SESSION[2]["content"].encode()


def test_recall_prints_the_calls_of_a_message_too(
    run: Callable[..., Result], session: Path
) -> None:
    """Under the text stands what was called with which arguments."""
    assert "src/importer.py" in run("recall", str(session), "m4").stdout


def test_recall_says_what_it_cannot_show(run: Callable[..., Result], tmp_path: Path) -> None:
    """Images and unknown blocks, on stderr: the original's bytes have nothing added."""
    image = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
    blocks = [{"type": "text", "text": "See this."}, image, {"type": "hologram", "data": "x"}]
    thought = [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "text", "text": "x"},
    ]
    path = tmp_path / "s.json"
    messages = [{"role": "user", "content": blocks}, {"role": "assistant", "content": thought}]
    path.write_text(json.dumps(messages), "utf-8")
    shown = run("recall", str(path), "m1")
    assert (shown.stdout, shown.exit_code) == ("See this.", 0)
    assert "m1 also holds what is no text: image, hologram" in shown.stderr
    assert run("recall", str(path), "m2").stderr == ""


def test_recall_of_several_names_each(run: Callable[..., Result], session: Path) -> None:
    """A range and a list give the messages once each, under their addresses."""
    shown = run("recall", str(session), "m5-m6,m5").stdout
    heads = [line for line in shown.splitlines() if line.endswith(":")]
    assert heads == ["m5 Edit:", "m6 assistant:"]
    assert SESSION[4]["content"] in shown


@pytest.mark.parametrize("reference", ["m7", "m99", "m5-m9", "m0", "everything", "m1-m999999999"])
def test_recall_of_what_is_not_there_is_one_line(
    run: Callable[..., Result], session: Path, reference: str
) -> None:
    """The message names what the session has, or what a reference looks like."""
    failed = run("recall", str(session), reference)
    assert failed.exit_code == 2
    assert failed.stdout == ""
    assert len(failed.stderr.splitlines()) == 1


def test_recall_writes_the_same_bytes_for_any_terminal_encoding(tmp_path: Path) -> None:
    """Chinese, escapes and carriage returns reach a pipe as they stand in the file."""
    text = "不要提交\r\n\x1b[31mred"
    write(tmp_path / "session.json", [{"role": "user", "content": text}])
    done = process(["recall", "session.json", "m1"], tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout == text.encode()


def test_without_a_budget_the_ratio_of_the_settings_counts(
    run: Callable[..., Result], session: Path
) -> None:
    """0.6 of the input, and the same for `explain`."""
    made = json.loads(run("compress", str(session), "--format", "json").stdout)
    assert made["report"]["budget"] == int(made["report"]["original_tokens"] * 0.6)
    assert run("explain", str(session), "src/importer.py").exit_code == 0


@pytest.mark.parametrize("command", EXAMPLES)
def test_the_help_of_a_command_shows_examples_that_work(
    run: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """As printed, on the bundled session and a folder of one's own."""
    shown = " ".join(run(command, "--help").stdout.split())
    monkeypatch.chdir(tmp_path)
    shutil.copy(run("demo", "--path").stdout.strip(), "session.jsonl")
    role, prompt = Path("my-roles/security.toml"), Path("my-prompts/rules.en.md")
    for path, text in ((role, 'extends = "reviewer"'), (prompt, PROMPT)):
        path.parent.mkdir()
        path.write_text(text, "utf-8")
    for example in EXAMPLES[command]:
        assert example in shown
        assert run(*shlex.split(example)[1:]).exit_code == 0


def test_help_teaches(run: Callable[..., Result]) -> None:
    """The help has examples, formats and exit codes; `--version` prints a version."""
    text = run("--help").stdout
    assert "--budget 4000" in text
    assert "Exit codes" in text
    assert "JSON Lines" in text
    assert run("--version").stdout.startswith("uagent-memory ")


def test_markup_in_a_session_is_text(run: Callable[..., Result], tmp_path: Path) -> None:
    """Square brackets that look like rich markup are printed, not obeyed."""
    hostile = "Fix [bold red]src/a.py[/] and [link=https://example.com]x[/link], [/nothing]."
    path = write(tmp_path / "s.json", [{"role": "user", "content": hostile}, *SESSION])
    result = run("inspect", str(path), "--message", "m1")
    assert result.exit_code == 0
    assert "[bold red]src/a.py[/]" in result.stdout


def test_terminal_sequences_do_not_reach_the_tables(
    run: Callable[..., Result], tmp_path: Path
) -> None:
    """Escape sequences in a session cannot steer the terminal."""
    hostile = "Clear \x1b[2Jthe screen \x1b]0;title\x07 now\r\nplease."
    path = write(tmp_path / "s.json", [{"role": "user", "content": hostile}, *SESSION])
    for arguments in (["inspect", str(path)], ["inspect", str(path), "--message", "m1"]):
        assert "\x1b" not in run(*arguments).stdout


@pytest.mark.parametrize("form", ["markdown", "json", "openai"])
def test_ascii_stdout_does_not_fail(session: Path, form: str) -> None:
    """With an ASCII terminal the rest is escaped, and JSON stays JSON."""
    emoji = [*SESSION, {"role": "user", "content": "谢谢 😀, 但是不要部署到 gw.example.com。"}]
    write(session, emoji)
    done = process(
        ["compress", "session.json", *SIZE, "--format", form],
        session.parent,
        PYTHONIOENCODING="ascii",
        PYTHONUTF8="0",
    )
    assert done.returncode == 0
    assert done.stderr == b""
    done.stdout.decode("ascii")
    if form != "markdown":
        assert "不要部署" in json.dumps(json.loads(done.stdout), ensure_ascii=False)


@pytest.mark.parametrize("form", ["markdown", "json", "anthropic"])
def test_lone_surrogates_do_not_fail(session: Path, form: str) -> None:
    """Half a surrogate pair in the input never breaks the output."""
    session.write_text(json.dumps([{"role": "user", "content": "Keep \ud83d this."}, *SESSION]))
    done = process(["compress", "session.json", *SIZE, "--format", form], session.parent)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    done.stdout.decode("utf-8")


def test_no_colours_without_a_terminal(session: Path) -> None:
    """Neither stdout nor stderr has escape sequences in a pipe."""
    done = process(["compress", "session.json", *SIZE, "--report"], session.parent)
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout + done.stderr


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
@pytest.mark.parametrize(
    "command", [["compress", "session.json", *SIZE], ["inspect", "session.json"], ["--help"]]
)
def test_a_closed_pipe_is_quiet(session: Path, command: list[str]) -> None:
    """When the reader goes away, nothing is printed and the exit code is SIGPIPE's."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        child = subprocess.run(
            [sys.executable, "-m", "uagent_memory", *command],
            check=False,
            cwd=session.parent,
            env=clean_environment(),
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    finally:
        os.close(writer)
    assert child.returncode == 141
    assert child.stderr == b""


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
def test_closed_streams_are_quiet(session: Path) -> None:
    """Without stdin and stdout there is nothing to read and nowhere to write; no traceback."""
    command = f'"{sys.executable}" -m uagent_memory compress "$0" --budget 700 <&- >&-'
    for source, code in (("-", 2), ("session.json", 0)):
        done = subprocess.run(
            ["/bin/sh", "-c", command, source],
            check=False,
            cwd=session.parent,
            env=clean_environment(),
            stderr=subprocess.PIPE,
            timeout=60,
        )
        assert done.returncode == code
        assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "command",
    [
        ["compress", "session.json", *SIZE],
        ["inspect", "session.json"],
        ["roles"],
        ["--help"],
        ["--version"],
    ],
)
def test_a_full_disk_is_one_line(session: Path, command: list[str]) -> None:
    """Output that cannot be written is an error, not a traceback, whoever writes it."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "uagent_memory", *command],
            check=False,
            cwd=session.parent,
            env=clean_environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: ")
    assert b"cannot be written" in done.stderr
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_errors_that_cannot_be_written_keep_their_exit_code(session: Path) -> None:
    """A full disk behind stderr: the exit code still says what happened."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "uagent_memory", "compress", "missing.json"],
            check=False,
            cwd=session.parent,
            env=clean_environment(),
            stderr=full,
            timeout=60,
        )
    assert done.returncode == 2


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_an_interrupt_is_quiet_and_exits_130(tmp_path: Path) -> None:
    """Ctrl-C while standard input is read ends without a traceback."""
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "compress", "-"],
        cwd=tmp_path,
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"reading\n"
        child.send_signal(signal.SIGINT)
        _, stderr = child.communicate(timeout=60)
    assert child.returncode == 130
    assert stderr == b""


INTERRUPTIBLE = """
import signal, sys, time
from uagent_memory.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it

class Slow:
    def read(self, size=-1):
        print("reading", flush=True)
        time.sleep(60)

sys.stdin.close()
sys.stdin = type("Stdin", (), {"buffer": Slow()})()
sys.exit(main())
"""


def test_a_bug_is_not_hidden(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    """Only errors raised on purpose become one line."""

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("uagent_memory.cli.compress.read_source", broken)
    assert isinstance(run("compress", "x.json").exception, RuntimeError)


def test_errors_are_safe_to_print(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error that quotes the input cannot steer the terminal or span lines."""

    def refuse(*_: object, **__: object) -> None:
        raise InputError("bad \x1b[31mvalue\nhere", source="x.json", line=3)

    monkeypatch.setattr("uagent_memory.cli.compress.read_source", refuse)
    result = run("compress", "x.json")
    assert result.stderr == "error: x.json:3: bad value here\n"


def test_no_command_prints_the_help_and_no_empty_error() -> None:
    """Without arguments the help is the message."""
    result = CliRunner().invoke(app, [])
    assert result.exit_code == 2
    assert "Usage:" in result.output
    assert "error:" not in result.output


def test_a_wrong_choice_is_named_without_internals(tmp_path: Path) -> None:
    """The known choices are listed; whose exception it was is of no use."""
    result = CliRunner().invoke(app, ["compress", str(tmp_path), "--format", "xml"])
    assert result.exit_code == 2
    assert "'xml' is not one of 'markdown'" in result.stderr
    assert "Value error" not in result.stderr
