"""Frames and warnings of installed packages."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.generator.library_frames import is_of_library

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
