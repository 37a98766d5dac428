"""Long user messages: the task, the frame around it, lists of fields, commands with their leads."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed
from uagent_memory import compress_context_sync
from uagent_memory.generator.compressors.user_messages import UserMessagesCompressor
from uagent_memory.generator.labels import labels_in

TASK = {
    "en": [f"The report module {n} must round its totals to two digits." for n in range(6)],
    "zh": [f"报表模块 {n} 必须把合计四舍五入到两位小数。" for n in range(6)],
}
RULES = {
    "en": ["Your reply must hold exactly one shell block.", "Never put two commands in one reply."],
    "zh": ["每次回复必须只包含一个代码块。", "务必一次只执行一条命令。"],
}
ADVICE = {
    "en": [f"Look at the folder {n} of the shell before you begin." for n in range(60)],
    "zh": [f"开始之前请先查看终端里的目录 {n} 。" for n in range(60)],
}
HEADING = {"en": "Frame", "zh": "框架"}


def framed(language: str, end: str = "") -> SessionBuilder:
    """A prompt: the task between tags, and a section on how to work."""
    frame = [*ADVICE[language][:4], *RULES[language], *ADVICE[language][4:]]
    rules = "\n".join(f"- {line}" for line in frame)
    task = "\n".join(TASK[language])
    s = SessionBuilder()
    s.user(f"<issue>\n{task}\n</issue>\n\n<how>\n# {HEADING[language]}\n{rules}\n{end}</how>")
    s.agent("I will look at it. 我来看看。" * 40)
    return s


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_excerpt_of_a_prompt_ends_with_its_task(language: str) -> None:
    """What stands before the first rule on turns, in its section, frames the task as well."""
    session = framed(language)
    session.agent("And at the next one. 再看下一处。" * 80)
    text = compress_context_sync(session.messages, budget=1600).markdown
    shown = text.partition("## All user messages")[2]
    assert TASK[language][-1] in shown
    assert "</issue> [... " in shown
    assert f"# {HEADING[language]}" not in shown


@pytest.mark.parametrize(
    ("language", "rule"), [("en", "Do not edit {}."), ("zh", "不要修改 {} 。")]
)
def test_rules_told_above_are_not_promised_below(language: str, rule: str) -> None:
    """Where the excerpt of the latest message shows none of them."""
    names = (f"the_generated_tables_of_part_{n}.sql" for n in range(20))
    end = "".join(f"- {rule.format(name)}\n" for name in names)
    messages = framed(language, end + "\n" + "\n".join(ADVICE[language]) + "\n").messages
    text = compress_context_sync(messages, budget=1600).markdown
    assert rule.format("the_generated_tables_of_part_19.sql") in text.partition("## Files")[0]
    assert labels_in(language)("more_rules") not in text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_frame_of_a_task_is_worth_little(language: str) -> None:
    found = proposed(UserMessagesCompressor(), framed(language).messages)
    worth = {c.text: c.value for c in found}
    advice = max(worth.get(f"- {text}", 0.0) for text in ADVICE[language])
    assert 0 < advice < min(worth[text] for text in TASK[language] if text in worth) / 2


@pytest.mark.parametrize(("task", "row"), [(TASK["en"], "lib{}: 1.{}"), (TASK["zh"], "库{}：1.{}")])
def test_a_long_list_of_fields_is_worth_little(task: list[str], row: str) -> None:
    """Such as what was found installed; a few are what somebody meant."""

    def worth(rows: int) -> float:
        listed = "\n".join(row.format(n, n) for n in range(10, 10 + rows))
        s = SessionBuilder()
        s.user("\n\n".join([*task, *task, *task[:3], listed]))
        s.agent("Done.")
        s.user("Go on. 继续。")
        found = proposed(UserMessagesCompressor(), s.messages)
        first = row.format(10, 10)
        return max(sum(c.targets.values()) for c in found if first in c.text)

    assert 0 < worth(12) < worth(2) / 2


@pytest.mark.parametrize(
    ("language", "lead"),
    [("en", "When all is done, run exactly this command:"), ("zh", "完成后，请执行下面的命令：")],
)
def test_a_command_is_told_with_what_leads_it_in(language: str, lead: str) -> None:
    end = f"{lead}\n\n```bash\nmake hand-in && git diff --cached\n```\n\n"
    found = [c.text for c in proposed(UserMessagesCompressor(), framed(language, end).messages)]
    assert f"{lead} [...] make hand-in && git diff --cached" in found
    assert lead not in found
