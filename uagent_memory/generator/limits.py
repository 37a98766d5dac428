"""The generator's limits, from settings.toml, where each is explained."""

from __future__ import annotations

from uagent_memory.knobs import Knobs

__all__ = ["Limits"]


class Limits(Knobs):
    """From where on a text is long, a list is crowded, a message is near."""

    stated_within: int
    short_ask: int
    short_message: int
    spoken_message: int
    told_above: float
    doubt_lines: int
    declining_sentences: int
    talk_statement: int
    turn_rules: int
    train_of_thought: int
    last_findings: int
    talk_often: int
    talk_least: int
    long_talk: int
    crowded_talk: int
    latin_width: int
    repeated_rules: int
    listed_fields: int
    users_commands: int
    next_steps: int
    carried_out_within: int
    checks_named: int
    unchecked_files: int
    many_thoughts: int
    full_thought: int
    least_words: int
    pointing_words: int
    pointed_characters: int
    short_answer: int
    statement_characters: int
    short_task: int
    whole_task: float
    quote_characters: int
    long_quotation: int
    read_out: int
    piece_characters: int
    quote_terms: int
    quotes_per_term: int
    quote_words: int
    prose_words: int
    prose_share: float
    hunk_lines: int
    latest_share: float
    excerpt_share: float
    excerpt_roomy: float
    task_share: float
    task_before: float
    task_section: float
    command_characters: int
    verdict_lines: int
    verdict_parts: int
    last_words: int
    listed_names: int
    named_messages: int
    list_before: int
    excerpt_tokens: int
    term_places: int
    term_forms: int
    shortened_error: int
    empty_characters: int
    appointing_characters: int
    announced_characters: int
    naming_characters: int
    open_call_patience: int
    shown_command: int
    few_deleted: int
    open_tests: int
    explained: int
    explaining_words: int
    considered: int
    newest_said: int
    said_rooms: float
    standing_rooms: float
    talk_rooms: float
    talk_last: int
    talk_closing: float
    record_rooms: float
    room_characters: int
    served_turns: int
    served_calls: float
    served_share: float
    overhead_entry: int
    overhead_part: int
    overhead_spoken: int
    overhead_characters: int
    recent: float
