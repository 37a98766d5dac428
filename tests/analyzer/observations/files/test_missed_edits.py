"""An edit by a pattern of which the agent says that it did not take is told as no change."""

from __future__ import annotations

import pytest

from tests.analyzer.observations.exchanges import analysed
from tests.builders import SessionBuilder
from uagent_memory.facts import CHANGED_STATUSES, FactKind

MISSED = "sed -i 's/limit=2/limit=3/' src/a.py"
FIX = (
    "python3 - <<'EOF'\np = 'src/a.py'\ntext = open(p).read()\n"
    "open(p, 'w').write(text.replace('limit: 2', 'limit: 3'))\nEOF"
)


def changed(*turns: tuple[str, str] | str) -> list[str]:
    s = SessionBuilder()
    for turn in turns:
        if isinstance(turn, str):
            s.agent(turn)
        else:
            s.run("bash", turn[1], command=turn[0], is_error=False)
    files = analysed(s).of(FactKind.FILE)
    return [fact.key for fact in files if fact.status in CHANGED_STATUSES]


@pytest.mark.parametrize("edit", [MISSED, FIX])
@pytest.mark.parametrize(
    "said",
    [
        "The sed did not match because of the spaces. I will look at the line.",
        "It seems the replacement didn't take effect.",
        "The change wasn't applied. Let me look.",
        "The edit silently failed.",
        "Hmm, nothing was replaced.",
        "The file was not modified after all.",
        "替换没有生效，因为两边有空格。",
        "sed 命令没有匹配到任何内容。",
        "看来修改没有写入。",
        "文件没有变化。",
    ],
)
def test_the_agents_word_refutes_the_edit_just_made(edit: str, said: str) -> None:
    assert changed((edit, "")) == ["src/a.py"]
    assert changed((edit, ""), said) == []


@pytest.mark.parametrize(
    "said",
    [
        "If the sed did not match, I will use a script.",
        "Maybe the replacement didn't take effect?",
        "Let me make sure that the edit was not applied twice.",
        "The fix didn't work: the test still fails.",
        "The edit was applied, but the limit does not match the docs.",
        "The sed didn't work as expected: it hit two lines.",
        "如果替换没有生效，就改用脚本。",
        "可能修改没有写入。",
        "这个修改没有解决问题。",
    ],
)
def test_a_guess_or_another_complaint_refutes_nothing(said: str) -> None:
    assert changed((MISSED, ""), said) == ["src/a.py"]


def test_the_line_or_the_file_named_is_meant() -> None:
    first, second = "sed -i '4s/a/b/' src/a.py", "sed -i 's/c/d/' src/b.py"
    assert changed((first, ""), (second, ""), "The sed on line 4 did not match.") == ["src/b.py"]
    assert changed((first, ""), (second, ""), "The sed did not match in a.py.") == ["src/b.py"]
    assert changed((first, ""), (second, ""), "The sed did not match.") == ["src/a.py"]


def test_an_edit_long_ago_is_not_meant() -> None:
    later = [(f"make step{n}", "") for n in range(6)]
    assert changed((MISSED, ""), *later, "The sed did not match.") == ["src/a.py"]


def test_an_edit_whose_words_the_file_shows_stands() -> None:
    look = ("grep -n limit src/a.py", "4:limit=3")
    assert changed((MISSED, ""), look, "The sed did not match.") == ["src/a.py"]


@pytest.mark.parametrize("printed", ["Pattern not found", "could not find the block", "未找到匹配"])
def test_a_script_that_found_no_place_changed_nothing(printed: str) -> None:
    assert changed((FIX, printed)) == []


def test_a_script_that_also_says_that_it_replaced_something_changed_it() -> None:
    assert changed((FIX, "first pattern not found\nreplaced the second")) == ["src/a.py"]


@pytest.mark.parametrize(
    "said",
    [
        "The sed didn’t match. I will see whether a script can.",
        "替换没有生效。我来看看是否要用脚本。",
    ],
)
def test_each_sentence_is_read_by_itself(said: str) -> None:
    """A guess in the next one is no guess in this one."""
    assert changed((MISSED, ""), said) == []


def test_a_name_within_another_is_not_meant() -> None:
    """Of several edits of a file that is named the newest is meant."""
    first, second = "sed -i 's/a/b/' src/data.py", "sed -i 's/c/d/' src/b.py"
    assert changed((first, ""), (second, ""), "The sed did not match in data.py.") == ["src/b.py"]
    other = "sed -i 's/a/b/' src/a.py"
    said = "The sed did not match in data.py."
    assert changed((other, ""), (first, ""), said) == ["src/a.py"]
