"""`python -m benchmarks NAME [options]`."""

from __future__ import annotations

import importlib
import sys

COMMANDS = {
    "condensers": "milliseconds of the condensers' rule paths at 150 events",
    "quality": "what survives a hand-off on real sessions, beside other compressors",
    "label": "mark the facts of a session by hand, for the quality suite",
    "fetch": "build public sets of sessions for the quality suite",
    "train": "learn the weights of expected need from recorded sessions",
    "speed": "seconds and peak memory at 10k, 100k and 1M tokens",
    "hostile": "how the time of the readers grows on hostile text",
    "receivers": "one history to tester, reviewer and planner: what each gets of its own",
}


def main(arguments: list[str]) -> int:
    name = arguments[0] if arguments else "--help"
    if name in COMMANDS:
        code = importlib.import_module(f"benchmarks.{name}").main(arguments[1:])
        return int(code)
    listing = "\n".join(f"  {command:<12}{what}" for command, what in COMMANDS.items())
    usage = f"usage: python -m benchmarks NAME [--help]\n\n{listing}"
    if name in {"-h", "--help"}:
        print(usage)
        return 0
    print(f"no benchmark is called {name!r}\n{usage}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
