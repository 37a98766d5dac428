"""Frames and warnings of installed packages."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.evidence.library_frames import is_of_library, may_name_library

INSTALLED = "/usr/lib/python3.11/site-packages/chat/runner.py"


@pytest.mark.parametrize(
    "line",
    [
        f'  File "{INSTALLED}", line 410, in _process',
        f"{INSTALLED}:216: UserWarning: the model is another one",
        "    at next (/srv/node_modules/express/lib/router.js:137:13)",
    ],
)
def test_a_place_in_an_installed_package_and_its_line_are_known(line: str) -> None:
    text = f"警告\n{line}\n    reply = await self._client.create(\nopen"
    assert is_of_library(text, text.index(line))
    assert is_of_library(text, text.index("reply"))
    assert not is_of_library(text, text.index("open"))


def test_own_code_is_none() -> None:
    text = '  File "/srv/shop/src/cart.py", line 12, in total\n    return total(items)\n'
    assert not is_of_library(text, 0)
    assert not is_of_library(text, text.index("return"))


@pytest.mark.parametrize(
    "said", ["The page lists three authors of the essay.", "这一页列出了该文的三位作者。"]
)
def test_a_warning_printed_among_an_agents_words_is_no_statement(said: str) -> None:
    s = SessionBuilder()
    s.user("Who wrote the essay? 谁写的？")
    s.agent(f"{said}\n{INSTALLED}:216: UserWarning: other model\n  reply = await self.create(\n")
    texts = [statement.unit.text for statement in view_of(s.messages).statements]
    assert said in texts
    assert not any("self.create" in text or "UserWarning" in text for text in texts)


def test_a_very_long_line_is_no_frame() -> None:
    """However long a line is, where it begins is not looked for all the way back."""
    head = "at node_modules/x/index.js:3 "
    assert is_of_library(f"{head}is old", len(head))
    text = head + "word " * 2000
    assert not is_of_library(text, len(text) - 1)


@pytest.mark.parametrize("text", ["see lib/python3.11/os.py", "见 node_modules/x 的警告"])
def test_what_may_quote_a_library(text: str) -> None:
    """The cheap look passes over no place that the pattern would find."""
    assert may_name_library(text)
    assert not may_name_library("我们改了 src/app.py。Done.")
