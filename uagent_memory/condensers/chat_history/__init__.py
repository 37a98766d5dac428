"""Chat history: a conversation on disk that compresses its older turns (docs/chat-history.md)."""

from __future__ import annotations

from uagent_memory.condensers.chat_history.config import CompressionConfig
from uagent_memory.condensers.chat_history.display import DisplayItem
from uagent_memory.condensers.chat_history.history import ChatHistory
from uagent_memory.condensers.chat_history.outcome import CompressionOutcome, Progress
from uagent_memory.condensers.chat_history.processor import LLMCompressionProcessor
from uagent_memory.condensers.chat_history.record import ChatMessage, MessageState
from uagent_memory.condensers.chat_history.result_validator import ResultValidator
from uagent_memory.condensers.chat_history.selector import MessageSelector
from uagent_memory.condensers.chat_history.state import AuditEntry, Review
from uagent_memory.condensers.chat_history.statistics import HistoryStatistics
from uagent_memory.condensers.chat_history.storage import HistoryNotWritten
from uagent_memory.condensers.chat_history.trigger import CompressionTrigger
from uagent_memory.condensers.chat_history.updater import HistoryUpdater

__all__ = [
    "AuditEntry",
    "ChatHistory",
    "ChatMessage",
    "CompressionConfig",
    "CompressionOutcome",
    "CompressionTrigger",
    "DisplayItem",
    "HistoryNotWritten",
    "HistoryStatistics",
    "HistoryUpdater",
    "LLMCompressionProcessor",
    "MessageSelector",
    "MessageState",
    "Progress",
    "ResultValidator",
    "Review",
]
