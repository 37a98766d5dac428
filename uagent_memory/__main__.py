"""`python -m uagent_memory`: the command line."""

from uagent_memory.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
