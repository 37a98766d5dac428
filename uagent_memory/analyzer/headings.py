"""Lines that head what follows, such as titles and tags, and rules between."""

from __future__ import annotations

import re

from uagent_memory.analyzer.sentences import SENTENCE_END
from uagent_memory.analyzer.shapes import LIST_MARK, unit_settings

__all__ = ["is_rule", "tag_of", "title_of", "underlined"]

ATX = re.compile(r"\s{0,3}#{1,6}\s+(?P<label>\S.*?)\s*#*\s*$")
SETEXT = re.compile(r"\s{0,3}(?:={3,}|-{3,})\s*$")
RULE = re.compile(r"\s*(?:[-=_*~+#]\s?){3,}$")
BOLD = re.compile(r"\s*(?:\*\*|__)(?P<label>[^*\n]{1,120}?)(?:\*\*|__)(?P<colon>[:：]?)\s*$")
TAG = re.compile(r"\s*<(?P<close>/?)(?P<label>[A-Za-z_][\w.-]{0,60})(?:\s[^<>]{0,200})?>\s*$")
WORDS = re.compile(r"\s*(?P<label>\S.*?)\s*$")


def is_rule(line: str) -> bool:
    """It holds nothing but marks: "---", "* * *"."""
    return RULE.match(line[:200]) is not None and not line.strip("-=_*~+# \t")


def tag_of(line: str) -> re.Match[str] | None:
    """A tag alone on its line; `close` and `label` are its groups."""
    return TAG.match(line)


def title_of(line: str) -> re.Match[str] | None:
    """A title after `#`, or a short line in bold that is no sentence; `label` has its words."""
    return ATX.match(line) or _bold(line)


def underlined(line: str, following: str) -> re.Match[str] | None:
    """A title with a line of `=` or `-` below it; `label` has its words."""
    if following[:1] not in ("=", "-", " ") or not SETEXT.match(following):
        return None
    return WORDS.match(line) if _is_short(line) else None


def _bold(line: str) -> re.Match[str] | None:
    bold = BOLD.match(line)
    if bold and not SENTENCE_END.search(bold.group("label")) and _is_short(line):
        return bold
    return None


def _is_short(line: str) -> bool:
    return len(line.strip()) <= 2 * unit_settings().heading_limit and not LIST_MARK.match(line)
