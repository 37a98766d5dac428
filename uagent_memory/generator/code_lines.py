"""Lines of code that say little by themselves."""

from __future__ import annotations

import re

__all__ = ["is_closing", "is_import"]

_IMPORT = re.compile(
    r"""(?:[+-]\s*)?(?:
        import\b | from\s+[\w.]+\s+import\b | \#\s*include\b | using\s+[\w.:]+; | use\s+[\w:{}, *]+;
      | package\s+[\w.]+;?$ | (?:const|let|var)\s+[\w{}, ]+\s*=\s*require\(
      | (?:[\w.]+\s+)?"[\w.-]+(?:/[\w.-]+)+",?$
      | export\s+(?:\*|\{[^}]*\})\s+from\b
    )""",
    re.VERBOSE,
)
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


def is_import(line: str) -> bool:
    """It only brings names in."""
    return _IMPORT.match(line) is not None


def is_closing(line: str) -> bool:
    """Brackets, bare keywords and the like: it opens, closes or passes on, and names nothing."""
    return _CLOSING.match(line) is not None
