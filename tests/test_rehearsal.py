"""Rehearsal: the first hand-off of a process reads no word list of its own."""

from __future__ import annotations

import subprocess
import sys

FIRST = """
import tomllib
from uagent_memory.rehearsal import rehearse
from uagent_memory import compress_context_sync

if {rehearsed}:
    rehearse()
read, loads = [], tomllib.loads
tomllib.loads = lambda text: read.append(text) or loads(text)
asked = "Fix the importer, but do not touch src/schema.py. 别改测试。"
messages = [{{"role": "user", "content": asked}}]
for number in range(40):
    said = f"Row {{number}} was lost, because rows[{{number}}:] drops it."
    messages.append({{"role": "assistant", "content": said}})
print(compress_context_sync(messages, budget=500).markdown)
print(len(read))
"""


def first_call(*, rehearsed: bool) -> tuple[str, int]:
    """What a fresh process prints, and how many files its first hand-off reads."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST.format(rehearsed=rehearsed)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONUTF8": "1"},
        check=True,
    )
    *lines, count = done.stdout.splitlines()
    return "\n".join(lines), int(count)


def test_a_first_hand_off_finds_everything_loaded() -> None:
    """Without the rehearsal it reads many files; the text is the same."""
    (text, read), (plain, read_plainly) = first_call(rehearsed=True), first_call(rehearsed=False)
    assert text == plain
    assert read == 0 < read_plainly
