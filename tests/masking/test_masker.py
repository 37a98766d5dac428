"""Stand-ins: typed, stable, and for every place where a secret stands."""

from __future__ import annotations

from tests.builders import SessionBuilder
from uagent_memory.masking import Masker

KEY = "MIIEowIBAAKCAQEA7v4Kx9Lm2Qp8\nqT7wertyuiopasdfghjklzxcvbnm12345\nZz9="


def test_the_same_secret_gets_the_same_stand_in_everywhere() -> None:
    """Numbered by kind in order of appearance; also where nothing says what it is."""
    masker = Masker(["password: kX9mQ2vR7t", "DB_PASSWORD=Zx81kQw9", "password=kX9mQ2vR7t"])
    assert masker.mask("first kX9mQ2vR7t, then Zx81kQw9") == (
        "first [SECRET:password:1], then [SECRET:password:2]"
    )
    assert masker.counts == {"password": 2}


def test_a_short_secret_is_masked_as_a_whole_word_only() -> None:
    """`hunter2` is no part of `hunter22`."""
    masker = Masker(['password = "hunter2"'])
    assert masker.mask("hunter2 hunter22 xhunter2") == "[SECRET:password:1] hunter22 xhunter2"


def test_a_secret_that_was_cut_off_is_masked() -> None:
    """The first characters of a long one are enough."""
    masker = Masker(["token: ghp_a8Kd92mXnQ7vLrT5wYzB1cEfGhJkMnPqRsTu"])
    assert masker.mask("used ghp_a8Kd92mXnQ7vLrT5w [...]") == "used [SECRET:github-token:1] [...]"


def test_a_private_key_goes_whole_and_line_by_line() -> None:
    """Its frame stays: it says what stood there."""
    text = f"-----BEGIN RSA PRIVATE KEY-----\n{KEY}\n-----END RSA PRIVATE KEY-----"
    masker = Masker([text])
    masked = masker.mask(text)
    assert masked.startswith("-----BEGIN RSA PRIVATE KEY-----\n[SECRET:private-key:1]")
    assert not any(line in masked for line in KEY.splitlines()[:2])
    assert masker.mask(f"  {KEY.splitlines()[1]}") == "  [SECRET:private-key:1]"


def test_numbers_go_on_after_those_an_earlier_hand_off_brought() -> None:
    """Two secrets never share a stand-in."""
    masker = Masker(["from the coder: password [SECRET:password:3]", "password: kX9mQ2vR7t"])
    assert masker.mask("kX9mQ2vR7t") == "[SECRET:password:4]"


def test_calls_of_a_message_are_masked_inside_their_arguments() -> None:
    """A copy; the original stays."""
    log = SessionBuilder()
    call = log.call("Bash", command="curl -u admin:Zx81kQw9 https://x.example", tags=["Zx81kQw9"])
    message = log.agent("Using Zx81kQw9.", call)
    masked = Masker.of([message]).message(message)
    assert masked.tool_calls[0].arguments == {
        "command": "curl -u admin:[SECRET:password:1] https://x.example",
        "tags": ["[SECRET:password:1]"],
    }
    assert masked.text == "Using [SECRET:password:1]."
    assert message.text == "Using Zx81kQw9."


def test_nothing_to_mask_changes_nothing() -> None:
    """The same object comes back."""
    log = SessionBuilder()
    message = log.user("Nothing to hide.")
    assert Masker.of([message]).message(message) is message
    assert Masker().mask("password: kX9mQ2vR7t") == "password: kX9mQ2vR7t"


def test_a_secret_in_one_of_many_texts_is_learnt() -> None:
    """Texts without a word of a secret are passed over, wherever they stand."""
    value = "hunter2-Kq81mZx0"
    for before, after in ((0, 3), (255, 1), (256, 0), (600, 600)):
        texts = ["ok, next"] * before + [f"password: {value}"] + ["a line\nand more"] * after
        assert value not in Masker(texts).mask(f"it is {value}")
