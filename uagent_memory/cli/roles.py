"""`roles`: list the known roles, show one, check a folder of role files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from uagent_memory.cli.options import RolesOption
from uagent_memory.cli.output import print_table, write_result
from uagent_memory.errors import ConfigError
from uagent_memory.terminal import safe_text

if TYPE_CHECKING:
    from uagent_memory.roles import RoleProfile, RoleRegistry

__all__ = ["app"]

app = typer.Typer(no_args_is_help=False)


@app.callback(invoke_without_command=True)
def roles(context: typer.Context, *, folders: RolesOption = None) -> None:
    """List the known roles, show one, or check a folder of role files."""
    if context.invoked_subcommand is None:
        list_roles(folders=folders)
    elif folders:
        raise typer.BadParameter(
            f"give it after the command: roles {context.invoked_subcommand} --roles DIR",
            param_hint="--roles",
        )


@app.command("list")
def list_roles(*, folders: RolesOption = None) -> None:
    """List the known roles: name, title, stage and what each must get."""
    print_table(
        ("role", "title", "stage", "must get"),
        (
            (profile.name, profile.title, profile.stage, ", ".join(profile.must_get))
            for profile in _registry(folders)
        ),
    )


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="ROLE", help="A name, title or alias.")],
    *,
    folders: RolesOption = None,
) -> None:
    """Show one role as it is after `extends`: contract, shares, keywords, aliases."""
    write_result(safe_text("\n".join(_lines(_registry(folders).get(name)))))


@app.command()
def check(folder: Annotated[Path, typer.Argument(metavar="DIR", help="Your role files.")]) -> None:
    """Check a folder of role files; the first fault is named with its file and key.

    A folder without role files is a fault, too.
    """
    known = _registry([folder])
    names = sorted(path.stem for path in folder.glob("*.toml"))
    if not names:
        raise ConfigError(f"{folder}: no role files: put one there, such as security.toml")
    found = f"{len(names)} right ({', '.join(names)})"
    write_result(f"{folder}: {found}; with the shipped ones {len(known)} roles are known")


def _registry(folders: list[Path] | None) -> RoleRegistry:
    from uagent_memory.config import load_settings
    from uagent_memory.role_files import load_roles

    return load_roles(folders or (), settings=load_settings())


def _lines(profile: RoleProfile) -> Iterator[str]:
    yield f"{profile.name} {profile.title}".rstrip()
    yield f"aliases   {', '.join(profile.aliases)}"
    yield f"stage     {profile.stage}, then {profile.next_stage or 'nothing'}"
    yield f"must get  {', '.join(profile.must_get)}"
    yield f"keywords  {', '.join(profile.keywords)}"
    if profile.tools:
        yield f"tools     {', '.join(profile.tools)}"
    yield "shares"
    yield from (f"  {share:.2f}  {name.value}" for name, share in profile.shares.items())
    if profile.contract:
        yield "contract"
        yield from (f"  {line}" for line in profile.contract.splitlines())
