"""How each type of content is shortened (section 3.2): code, tables, lists; prose is selected.

Every treatment copies: what it returns stands in its source, but for the words in settings.toml.
"""

from __future__ import annotations

from uagent_memory.condensers.chat_history.treatments.code import is_code, outline
from uagent_memory.condensers.chat_history.treatments.lists import merged_list
from uagent_memory.condensers.chat_history.treatments.tables import is_table, table_summary

__all__ = ["is_code", "is_table", "merged_list", "outline", "table_summary"]
