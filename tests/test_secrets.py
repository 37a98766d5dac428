"""No result holds a secret; recall does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import SessionBuilder
from uagent_memory import AgentMemory, Settings
from uagent_memory.cli.graph import reference_graph
from uagent_memory.cli.survey import Survey
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.masking import Masker
from uagent_memory.messages import Message, MessageKind
from uagent_memory.role_files import load_roles
from uagent_memory.segments import SegmentName
from uagent_memory.stateless import compress_context_sync

PASSWORD, TOKEN, KEY = "kX9mQ2vR7t", "ghp_a8Kd92mXnQ7vLrT5wYzB1cEfGhJkMnPqRsTu", "Vf8kLp2qWzT5yR1s"
SECRETS = (PASSWORD, TOKEN, KEY)


def _session() -> tuple[Message, ...]:
    log = SessionBuilder()
    log.user(
        f"Deploy the gateway. The database password is {PASSWORD}. Never write {PASSWORD} to"
        " a file. Do not touch deploy/prod.yaml."
    )
    log.run("Bash", "ok\n" * 200, command=f"git push https://bot:{TOKEN}@github.com/acme/gateway")
    log.run(
        "Bash",
        f"psql: error: connection failed: password: {PASSWORD} was refused\n" + "trace\n" * 200,
        command=f"PGPASSWORD={PASSWORD} psql -h db -c 'select 1'",
        is_error=True,
    )
    log.run(
        "Edit",
        "The file config/settings.py has been updated.",
        file_path="config/settings.py",
        old_string='API_KEY = ""',
        new_string=f'API_KEY = "{KEY}"',
    )
    log.agent(
        f"I decided to keep API_KEY = '{KEY}' in config/settings.py because the vault is down."
    )
    log.user(f"Why was {PASSWORD} refused? Try again with the token {TOKEN}.")
    return log.messages


def _texts(result: Any) -> str:
    return "\n".join(
        (
            result.model_dump_json(),
            result.markdown,
            str(result.messages("anthropic", tail=3)),
            str(result.messages("openai", tail=3)),
        )
    )


@pytest.mark.parametrize("budget", [420, 600, 1200])
def test_no_result_holds_a_secret(budget: int) -> None:
    """Entries, keys, receipt, rendering and the verbatim tail; the report counts by kind."""
    result = compress_context_sync(_session(), role="coder", to="tester", budget=budget)
    assert not [secret for secret in SECRETS if secret in _texts(result)]
    assert "[SECRET:password:1]" in result.markdown
    assert result.tokens <= budget
    assert result.report.masked == {"api-key": 1, "github-token": 1, "password": 1}
    assert not result.report.warnings


def test_a_history_that_comes_back_whole_is_masked_too() -> None:
    """`unchanged` is a result as well."""
    result = compress_context_sync(_session()[:1], budget=5000)
    assert result.status == "unchanged"
    assert PASSWORD not in _texts(result)


def test_a_pinned_secret_is_kept_as_its_stand_in() -> None:
    """Also where the caller asks for the very text."""
    result = compress_context_sync(_session(), budget=900, keep=[PASSWORD, "m2"])
    assert not [secret for secret in SECRETS if secret in _texts(result)]


def test_the_switch_turns_it_off() -> None:
    """`mask_secrets = false`: texts as they are."""
    result = compress_context_sync(_session(), budget=900, settings=Settings(mask_secrets=False))
    assert PASSWORD in result.markdown
    assert result.report.masked == {}


async def test_only_recall_returns_it() -> None:
    """A delivered hand-off holds stand-ins, the original is byte for byte what it was."""
    memory = AgentMemory()
    await memory.append(
        "coder", [{"role": "user", "content": m.text} for m in _session() if m.text]
    )
    handoff = await memory.compress_context("coder", to="tester", budget=500)
    again = await memory.compress_context("coder", to="tester", budget=500)
    for result in (handoff, again):
        assert not [secret for secret in SECRETS if secret in _texts(result)]
    assert PASSWORD not in str(await memory.messages("tester"))
    original = await memory.recall("coder/m1")
    assert isinstance(original, Message)
    assert PASSWORD in original.text


def test_a_whole_hand_off_to_another_role_is_masked() -> None:
    """Texts and calls of the messages it holds; read again it gives stand-ins only."""
    whole = compress_context_sync(_session()[:4], role="planner", to="coder", budget=5000)
    assert whole.status == "unchanged"
    assert not [secret for secret in SECRETS if secret in _texts(whole)]
    log = SessionBuilder()
    log.handoff(whole.markdown)
    log.user(f"Go on. The old password is {PASSWORD}.")
    for budget in (400, 5000):
        result = compress_context_sync(log.messages, role="coder", to="tester", budget=budget)
        assert not [secret for secret in SECRETS if secret in _texts(result)]
        assert "[SECRET:password:1]" in result.markdown


async def test_messages_of_an_opened_hand_off_are_masked() -> None:
    """From role to role and back: only recall has the secret, and no message is there twice."""
    memory = AgentMemory()
    await memory.append("planner", [{"role": "user", "content": _session()[0].text}])
    first = await memory.compress_context("planner", to="coder", budget=4000)
    await memory.append(
        "coder",
        [{"role": "assistant", "content": f"I shall not log that the password is {PASSWORD}."}],
    )
    second = await memory.compress_context("coder", to="planner", budget=4000)
    third = await memory.compress_context("planner", to="tester", budget=4000)
    for result in (first, second, third):
        assert result.status == "unchanged"
        assert PASSWORD not in _texts(result)
    for role in ("planner", "coder", "tester"):
        received = [m for m in await memory.messages(role) if m.kind is MessageKind.HANDOFF]
        assert received
        assert PASSWORD not in str(received)
    assert third.markdown.count("Deploy the gateway") == 1
    original = await memory.recall("planner/m1")
    assert isinstance(original, Message)
    assert PASSWORD in original.text


def test_what_inspect_shows_is_masked() -> None:
    """Messages, units, facts and the nodes of the graph."""
    receiver, settings = load_roles().get("tester"), Settings()
    survey = Survey.of(_session(), receiver=receiver, settings=settings)
    graph = reference_graph(_session(), receiver=receiver, settings=settings)
    for shown in (survey.model_dump_json(), str(graph)):
        assert not [secret for secret in SECRETS if secret in shown]
    assert "[SECRET:password:1]" in survey.model_dump_json()
    plain = Survey.of(_session(), receiver=receiver, settings=Settings(mask_secrets=False))
    assert PASSWORD in plain.model_dump_json()


def test_a_candidate_is_found_by_the_text_it_was_proposed_with() -> None:
    """Also where the pool put a stand-in for a secret of it."""
    pool = CandidatePool(Masker([f"password: {PASSWORD}"]).mask)
    said = f"$ psql --password={PASSWORD}"
    made = pool.propose(SegmentName.FILES, said, (), order=(0,), kind=EntryKind.NOTE)
    assert pool.candidates[0].text == "$ psql --password=[SECRET:password:1]"
    found = pool.find(said)
    assert found is not None
    assert found.id == made == 0


def test_a_fact_said_with_a_stand_in_counts_as_kept() -> None:
    """The receipt counts the same facts with and without masking."""
    masked = compress_context_sync(_session(), role="coder", to="tester", budget=1200)
    plain = compress_context_sync(
        _session(),
        role="coder",
        to="tester",
        budget=1200,
        settings=Settings(mask_secrets=False),
    )
    assert masked.report.by_kind == plain.report.by_kind
