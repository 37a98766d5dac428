"""What a script's literals tell of the lines that it puts into a file."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import files
from tests.analyzer.observations.test_line_edits import last_lines, session
from uagent_memory.facts import Status

OPEN = "p = 'src/a.py'\ntext = open(p, encoding='utf-8').read()\nlines = text.splitlines(True)\n"
WRITE = "open(p, 'w', encoding='utf-8').write(text)\n"


def told(code: str) -> tuple[list[str], list[str]]:
    script = f"python3 - <<'EOF'\n{OPEN}{code}\n{WRITE}EOF"
    return last_lines(session((script, "")))


@pytest.mark.parametrize(
    ("code", "removed", "added"),
    [
        ("text = text.replace('limit = 2', 'limit = 3')", ["limit = 2"], ["limit = 3"]),
        ('text = text.replace("速率 = 2", "速率 = 3", 1)', ["速率 = 2"], ["速率 = 3"]),
        (
            'old = """def f():\n    return 1\n"""\nnew = """def f():\n    return 2\n"""\n{swap}',
            ["return 1"],
            ["return 2"],
        ),
        (
            "text = text.replace('a = 1\\nb = 2\\n', 'a = 1\\nb = 3\\nc = 4\\n')",
            ["b = 2"],
            ["b = 3", "c = 4"],
        ),
        ("lines[3] = '    first()\\n'\ntext = ''.join(lines)", [], ["first()"]),
        ("lines.insert(i + 1, '    second()\\n')", [], ["second()"]),
        ("lines[2:4] = [\n  'third()\\n',\n  'fourth()\\n',\n]", [], ["third()", "fourth()"]),
        ("block = ['fifth()\\n', 'sixth()\\n']\nlines[2:4] = block", [], ["fifth()", "sixth()"]),
        ("new = 'seventh()\\n'\ntext = text[:9] + new + text[12:]", [], ["seventh()"]),
        ("new_lines.append(f'{indent}eighth()\\n')", [], ["eighth()"]),
        ("text = re.sub(r'lim.*', 'limit = ninth()', text)", [], ["limit = ninth()"]),
    ],
)
def test_its_literals_are_told(code: str, removed: list[str], added: list[str]) -> None:
    swap = "assert old in text\ntext = text.replace(old, new)"
    assert told(code.replace("{swap}", swap)) == (removed, added)


@pytest.mark.parametrize(
    "code",
    [
        "print('text = replaced')",
        "# text.replace('one thing', 'another')",
        "assert 'limit = 2' in text",
        "text = text.replace(name, other)",
        "raise SystemExit('not there: ' + p)",
        "text = text.replace('a\\tb', f'{x} and {y}')",
    ],
)
def test_what_goes_into_no_file_is_not_told(code: str) -> None:
    assert told(code) == ([], [])


def test_what_is_looked_for_is_not_told_as_put_in() -> None:
    code = "mark = 'class Report:\\n'\nnew = 'limit = 3\\n'\ntext = text.replace(mark, new + mark)"
    assert told(code) == ([], ["limit = 3"])


def test_lines_that_the_file_had_are_no_change() -> None:
    """A block that is put in whole repeats those around the change."""
    block = "lines[0:3] = ['def f():\\n', '    log_all()\\n', '    return 1\\n']"
    script = f"python3 - <<'EOF'\n{OPEN}{block}\n{WRITE}EOF"
    look = ("sed -n '1,2p' src/a.py", "def f():\n    return 1")
    assert last_lines(session(look, (script, ""))) == ([], ["log_all()"])


def test_each_file_gets_what_is_exchanged_before_it_is_written() -> None:
    part = (
        "{v} = '{f}'\nt = open({v}).read()\n"
        "t = t.replace('{x} = 1', '{x} = 2')\nopen({v}, 'w').write(t)\n"
    )
    one, two = part.format(v="p", f="a.py", x="x"), part.format(v="q", f="b.py", x="y")
    s = session((f"python3 - <<'EOF'\n{one}{two}EOF", ""))
    assert last_lines(s, "a.py") == (["x = 1"], ["x = 2"])
    assert last_lines(s, "b.py") == (["y = 1"], ["y = 2"])


def test_a_script_written_before_is_told_when_it_runs() -> None:
    code = f"{OPEN}text = text.replace('limit = 2', 'limit = 3')\n{WRITE}"
    s = session((f"cat > fix.py <<'EOF'\n{code}EOF", ""), ("python fix.py", ""))
    assert last_lines(s) == (["limit = 2"], ["limit = 3"])


def test_an_exchange_that_a_later_script_takes_back_is_none() -> None:
    there = "text = text.replace('limit = 2', 'limit = 3')"
    back = "text = text.replace('limit = 3', 'limit = 2')"
    runs = [(f"python3 - <<'EOF'\n{OPEN}{code}\n{WRITE}EOF", "") for code in (there, back)]
    assert files(session(*runs))["src/a.py"] is Status.REVERTED
