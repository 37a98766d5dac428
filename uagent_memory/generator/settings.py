"""The generator's knobs, from settings.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from uagent_memory.config import read_toml
from uagent_memory.generator.evidence.screen_settings import ScreenRules
from uagent_memory.generator.limits import Limits
from uagent_memory.generator.statement_settings import (
    CardSettings,
    ExtractionSettings,
    Fixes,
    Refuted,
    Repeats,
)
from uagent_memory.generator.tool_settings import (
    AcknowledgedSettings,
    FigureSettings,
    ListingSettings,
    PageSettings,
    PrintedSettings,
    RecordSettings,
    SubjectSettings,
)
from uagent_memory.knobs import Knobs

__all__ = [
    "ChangedLines",
    "Factors",
    "FillSettings",
    "GeneratorSettings",
    "OwnWorth",
    "SelectionSettings",
    "Worth",
]


class SelectionSettings(Knobs):
    repeat_decay: float
    """Worth of a term's second mention, relative to its first; the third has its square ..."""
    context_share: float
    """Of a term's worth in a line copied from its source: the share that only a line where nothing
    else showed it so may count as its first mention. Ledger lines that just name it do not."""
    evidence_share: float
    """Share of the budget after which the gain of quoted lines is halved."""
    policy_share: float
    """The same for rules that no user set."""
    told_user: float
    """Factor on what counts like evidence of what an agent tells somebody whom it serves."""
    told_own: float
    """Factor on the worth by itself of the same, where room is scarcest."""
    roomy: float
    """Tokens of room from which evidence counts in full."""
    roomy_decision: float
    close_evidence: float
    """Factor on what it covers where there is less."""
    scarce_room: float
    """Tokens of room at which what a quoted line shows of likely terms counts twice: the less room
    there is, the more of it goes to what the next role types."""
    most_scarce: float
    """The most that it counts besides: what is decided and found is to be told, too."""
    least_likely: float
    """Worth in a quoted line from which a term is likely."""
    least_figure: float
    """The same of a bare number."""
    scarcity: float
    """How steeply that rises below, and fades above: the power of `scarce_room` over the room."""
    share_softness: float
    """Multiples of its share of the budget after which a segment's gain is halved."""


class FillSettings(Knobs):
    more_than_fits: float
    """Multiple of the room that is ranked: costs are estimates until the page is measured."""
    guesses: int
    """How often the costs say where the ranking no longer fits; then it is halved."""
    more_tries: int
    """Candidates tried one by one once the ranking no longer fits."""
    joining_saves: int
    """Tokens that joining a candidate to others saves at most: a dearer one is not tried."""
    preferred_share: float
    """Share of what the required ones leave that goes to the receiver's must-get kinds first."""
    ruled_share: float
    """Share of the room that rules which no user set take of that at most."""


class Worth(Knobs):
    passed_case: float
    failed_case: float
    older_report: float
    word: float
    talk_word: float
    talk_number: float
    talk_courtesy: float
    talk_named: float
    talk_piece: float
    talk_point: float
    talk_turn_end: float
    talk_closing: float
    talk_tiny: float
    talk_again: float
    talk_answered: float
    talk_voice: float
    quote: float
    hunk: float
    check: float
    full_path: float
    receiver: float
    read_out: float
    answered: float
    carried_out: float
    recent_boost: float
    turn_end: float
    report: float
    specific: float
    act_told: float
    answered_last: float
    explaining: float
    asked_value: float
    figure: float
    refusal: float
    led: float
    old_plan: float
    restated: float
    retold: float
    refuted: float
    doubted: float
    mused: float
    met_on_the_way: float
    leaning: float
    reasoned: float
    thought: float
    no_cue: float
    fact: float
    base: float


class Factors(Knobs):
    read_again: float
    task_step: float
    team_quote: float
    open_error: float
    closed_error: float
    failing_test: float
    mended_test: float
    passing_test: float
    failing_check: float
    shipping_command: float
    mended_check: float
    acting_command: float
    changed_act: float
    rerun_command: float
    other_command: float
    failed_look: float
    users_rule: float
    others_rule: float
    main_request: float
    request: float
    closed_request: float
    said_request: float
    open_task: float
    done_task: float
    changed_file: float
    read_file: float
    comment_line: float
    constant_line: float
    removed_line: float
    import_line: float
    next_step: float
    announced_step: float
    command_targets: float


class OwnWorth(Knobs):
    must: float
    unfinished: float
    rejected_turn: float
    rejected_turns: int
    passed_on: float
    last_step: float
    next_step: float
    unchecked: float
    standing_check: float
    owner: float
    ended_command: float
    unread_result: float
    stage: float
    pointer: float
    newest_done: float
    final_answer: float
    answer: float
    user_message: float
    answered_message: float
    users_command: float
    framing: float
    listed_field: float
    named_item: float
    error_line: float


class ChangedLines(Knobs):
    least_characters: int
    small: int
    fragment: int
    comments: tuple[str, ...]
    prose: tuple[str, ...]


class PolicySettings(Knobs):
    least: int
    common: float
    asked_factor: float
    due_factor: float
    other_factor: float
    foreign_factor: float
    stem: int
    general: frozenset[str]


class Shipping(Knobs):
    commits: tuple[str, ...]
    records: frozenset[str]
    version_control: str
    verbs: tuple[str, ...]
    opening: frozenset[str]
    shown: frozenset[str]
    changing: frozenset[str]
    looking: tuple[str, ...]
    deleting: tuple[str, ...]
    elsewhere: tuple[str, ...]


class Throwaway(Knobs):
    names: frozenset[str]
    folders: frozenset[str]
    tried: frozenset[str]


class GeneratorSettings(Knobs):
    selection: SelectionSettings
    fill: FillSettings
    worth: Worth
    factor: Factors
    own: OwnWorth
    changed_lines: ChangedLines
    acknowledged: AcknowledgedSettings
    printed: PrintedSettings
    repeats: Repeats
    cards: CardSettings
    fixes: Fixes
    refuted: Refuted
    shipping: Shipping
    policies: PolicySettings
    throwaway: Throwaway
    records: RecordSettings
    listing: ListingSettings
    subjects: SubjectSettings
    pages: PageSettings
    figures: FigureSettings
    screens: ScreenRules
    extraction: ExtractionSettings
    cue: Mapping[str, float]
    speaker: Mapping[str, float]
    limits: Limits

    @classmethod
    def load(cls) -> GeneratorSettings:
        return _load()


@cache
def _load() -> GeneratorSettings:
    return GeneratorSettings.model_validate(read_toml(Path(__file__).with_name("settings.toml")))
