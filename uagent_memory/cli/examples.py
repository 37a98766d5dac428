"""What the help of a command shows below its options: lines to copy, and how to read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["EXAMPLES", "epilog_of"]

EXAMPLES: Mapping[str, Sequence[str]] = {
    "compress": (
        "uagent-memory compress session.jsonl --role coder --to tester --budget 4000",
        "uagent-memory compress session.jsonl --ratio 0.1 --report",
        'uagent-memory compress session.jsonl --budget 2000 --keep m12 --keep "token bucket"',
        "uagent-memory compress session.jsonl --format anthropic --tail 4 --out request.json",
    ),
    "inspect": (
        "uagent-memory inspect session.jsonl",
        "uagent-memory inspect session.jsonl --to tester --kind error",
        "uagent-memory inspect session.jsonl --message m12",
    ),
    "explain": (
        "uagent-memory explain session.jsonl gateway/app.py --to tester --budget 4000",
        "uagent-memory explain session.jsonl m12 --budget 2000",
    ),
    "recall": (
        "uagent-memory recall session.jsonl m12",
        "uagent-memory recall session.jsonl m3-m9",
    ),
    "condense": (
        "uagent-memory condense session.jsonl --condenser semantic",
        "uagent-memory condense session.jsonl --condenser recent --now --format openai",
    ),
    "roles": (
        "uagent-memory roles list",
        "uagent-memory roles show tester",
        "uagent-memory roles check my-roles/",
    ),
    "prompts": (
        "uagent-memory prompts list",
        "uagent-memory prompts show rules.en",
        "uagent-memory prompts check my-prompts/",
    ),
}

_READING: Mapping[str, str] = {
    "compress": (
        "(m12) after a line is the message it comes from; `recall` brings it back. Exit code 3: the"
        " budget is too small for what must stay; the shortened hand-off is printed all the same."
    ),
    "inspect": (
        "density, relevance (to who will read it) and importance are 0 to 1; seen counts the later"
        " messages that come back to one. Below the messages: the facts, and how each stands."
    ),
    "roles": (
        'A role is a TOML file. One of yours may say extends = "tester" and change only some'
        " keys: title, aliases, keywords, stage, must_get, shares, contract, tools."
    ),
    "prompts": (
        "Prompts serve the optional model only. A file of the same name in a folder of yours takes"
        ' the place of a shipped one, or with mode = "append" adds to it.'
    ),
}


def epilog_of(command: str) -> str:
    """The text below a command's options; blank lines keep its lines apart."""
    lines = ["[bold]Examples[/]", *(f"  {example}" for example in EXAMPLES[command])]
    return "\n\n".join((*lines, *filter(None, (_READING.get(command),))))
