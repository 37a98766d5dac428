"""Secrets in pieces over several lines, in lower case, and in further places."""

from __future__ import annotations

import pytest

from uagent_memory.masking import Masker
from uagent_memory.masking.continued import continued_secrets

KEY = "ghp_Ab3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA3bC6"
STAMP = "2026-03-01 10:00:01 INFO "
LOGS = [
    f"{STAMP}token={KEY[:16]}\n{STAMP}{KEY[16:28]}\n{STAMP}{KEY[28:]}\n{STAMP}done",
    f"{STAMP}令牌 {KEY[:16]}\n{STAMP}{KEY[16:28]}\n{STAMP}{KEY[28:]}\n{STAMP}完成",
    f"token: {KEY[:22]}\n{KEY[22:]}\nend",
    f"token: {KEY[:22]}\\\n{KEY[22:]}",
]


@pytest.mark.parametrize("text", LOGS)
def test_a_secret_broken_over_lines_is_one(text: str) -> None:
    """Each piece gets the whole's stand-in, and so does the whole elsewhere."""
    masker = Masker([text, f"export GITHUB={KEY}"])
    masked = masker.mask(f"{text}\nexport GITHUB={KEY}")
    assert not [KEY[at : at + 10] for at in range(0, 30, 6) if KEY[at : at + 10] in masked]
    assert masker.counts == {"github-token": 1}
    assert "export GITHUB=[SECRET:github-token:1]" in masked


@pytest.mark.parametrize(
    "text",
    [
        "token: see below\nImportantHeading",
        "the secret of success\nREADME2.md was updated",
        f"token={KEY}\nnext line of words",
        "密码错误\n请重试",
        f"{STAMP}token=missing\n{STAMP}retry=3",
    ],
)
def test_other_lines_do_not_belong_to_a_secret(text: str) -> None:
    """A heading, a file or a setting behind a line with a key is left alone."""
    assert list(continued_secrets(text)) == []


def test_keys_of_facts_hold_no_secret_in_small_letters() -> None:
    """The receipt writes facts in lower case."""
    masker = Masker([f"I decided to use {KEY}"])
    assert masker.mask(f"decision: i decided to use {KEY.lower()}, as 之前所说") == (
        "decision: i decided to use [SECRET:github-token:1], as 之前所说"
    )


def test_a_short_last_line_of_a_private_key_is_masked() -> None:
    """Also one as long as the part by which a cut secret is known."""
    text = f"-----BEGIN PRIVATE KEY-----\n{'Ab3' * 20}\n{'Zx9y' * 4}\n-----END PRIVATE KEY-----"
    assert Masker([text]).mask("tail: Zx9yZx9yZx9yZx9y") == "tail: [SECRET:private-key:1]"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Set-Cookie: sessionid=9f86d081884c7d659a2feaa0c55ad015; HttpOnly", "cookie"),
        ("AccountKey=Zm9vYmFyMTIzNDU2Nzg5MFF3ZXJ0eVVpb3A0Mg==;Suffix=net", "api-key"),
        ('"auth": "dXNlcjpBYjNkRTZnSDlqSzJtTjVw"', "password"),
        ("//registry.test/:_auth=dXNlcjpBYjNkRTZnSDlqSzJtTjVw", "password"),
        ("dapi0123456789abcdef0123456789abcdef", "package-token"),
    ],
)
def test_further_kinds_are_known(text: str, kind: str) -> None:
    """Session cookies, storage keys and logins of registries."""
    assert dict(Masker([text]).counts) == {kind: 1}
