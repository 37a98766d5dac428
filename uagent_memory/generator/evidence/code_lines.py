"""Lines of code that say little by themselves."""

from __future__ import annotations

import re

from uagent_memory.generator.limits import Limits

__all__ = ["is_closing", "is_constant", "is_import", "is_prose"]

_IMPORT = re.compile(
    r"""(?:[+-]\s*)?(?:
        import\b | from\s+[\w.]+\s+import\b | \#\s*include\b | using\s+[\w.:]+; | use\s+[\w:{}, *]+;
      | package\s+[\w.]+;?$ | (?:const|let|var)\s+[\w{}, ]+\s*=\s*require\(
      | (?:[\w.]+\s+)?"[\w.-]+(?:/[\w.-]+)+",?$
      | export\s+(?:\*|\{[^}]*\})\s+from\b
      | (?:[A-Za-z_]\w*(?:\s+as\s+\w+)?,\s+)+[A-Za-z_]\w*(?:\s+as\s+\w+)?,?$
      | [A-Za-z_]\w*\s+as\s+\w+,?$ | [A-Z]\w*,$
    )""",
    re.VERBOSE,
)
_PLAIN_WORD = re.compile(r"[(\[“\"']?[A-Za-z]+(?:['’-][A-Za-z]+)*[)\]”\"'’]*[,;:.?!]*")
_HAN_PROSE = re.compile(r"[\u4e00-\u9fff]{4,}[，、；][\u4e00-\u9fff]{4,}[，。；]")
_CLOSING = re.compile(
    r"""(?:[+-]\s*)?(?:
        [\W_]*
      | [\])}\s]*(?:else|finally|fi|done|esac|end|endif|try|do|then)\s*[:{;(]*
      | (?:pass|break|continue|return)\s*[:{;(]*
      | return\s+(?:nil|err|None|null|true|false|True|False)(?:\s*,\s*(?:nil|err|true|false))*;?
      | if\s+err\s*!=\s*nil\s*\{
      | (?:except|catch)\b[^\w]*(?:Exception|e|err)?\W*
    )\Z""",
    re.VERBOSE,
)


_CONSTANT = re.compile(
    r"""(?:[+-]\s*)?(?:
        \#\s*define\s+\w+\s+
      | (?:(?:const|let|var|export|static|final|public|private|constexpr)\s+)*(?:[\w<>.]+\s+)?
        ["']?[A-Za-z_][\w.-]*["']?(?:\s*:\s*[\w<>\[\].]+)?\s*(?::?=|:)\s*
    )
    [-+(]?\d[^;{}"']*;?,?\Z""",
    re.VERBOSE,
)


def is_constant(line: str) -> bool:
    """It gives a name a number: `staleAfter = 30 * time.Minute`, `"port": 8080,`."""
    return _CONSTANT.match(line) is not None


def is_prose(line: str, limits: Limits) -> bool:
    """Running text: most of its words are plain ones; in Chinese, clause follows clause."""
    words = line.split()
    plain = sum(_PLAIN_WORD.fullmatch(word) is not None for word in words)
    is_english = len(words) >= limits.prose_words and plain >= len(words) * limits.prose_share
    return is_english or _HAN_PROSE.search(line) is not None


def is_import(line: str) -> bool:
    """It only brings names in, or goes on with a list of such names."""
    return _IMPORT.match(line) is not None


def is_closing(line: str) -> bool:
    """Brackets, bare keywords and the like: it opens, closes or passes on, and names nothing."""
    return _CLOSING.match(line) is not None
