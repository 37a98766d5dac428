"""Lines as a good model shortens them, and the same with one thing told wrongly."""

from __future__ import annotations

import pytest

from tests.llm.audit.test_doubts import _line
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line

CASES = [
    # a "neither" of what is done, and one of two things
    (
        "The `user_id` field was not being saved to the cache or appearing in `report.json`.",
        "`user_id` was neither saved to the cache nor shown in `report.json`.",
        "`user_id` was saved to the cache and shown in `report.json`.",
    ),
    (
        "Since neither the cache nor the index exists, this appears to be a fresh install.",
        "As neither the cache nor the index exists, the install looks fresh.",
        "As the cache and the index exist, the install looks fresh.",
    ),
    # an abbreviation, an irregular form
    (
        "The specification requested changing `a/b.py`. Rewrote the comment in `c/d.py`.",
        "The spec requested changing `a/b.py`; the comment in `c/d.py` was rewritten.",
        "The reviewer requested changing `a/b.py`; the comment in `c/d.py` was rewritten.",
    ),
    # the link right in front of a clause is the one that counts
    (
        "The order is pending. However, if the parcel has arrived, the status may be wrong.",
        "The order is pending; but if the parcel has arrived, the status may be wrong.",
        "The order is pending; but because the parcel has arrived, the status may be wrong.",
    ),
    # a figure of each of several things
    (
        "Alpha: about 1.2 miles (24 blocks). Beta: about 1.2 miles (24 blocks).",
        "Alpha and Beta are about 1.2 miles (24 blocks) each.",
        "Each shop is about 1.2 miles (24 blocks) away.",
    ),
    # how far it goes, in other words
    (
        "The struct only goes up to `LastId`.",
        "The struct ends at `LastId`.",
        "The struct goes beyond `LastId`.",
    ),
    # what is lacked
    (
        "他们都没有什么很好的文凭，但是他们也很有前途。",
        "他们没有很好的文凭，也很有前途。",
        "他们有很好的文凭，也很有前途。",
    ),
    # by whom it is told behind the verb
    (
        "决定一个人有没有前途的已经不是文凭。",
        "一个人有没有前途已不由文凭决定。",
        "一个人有没有前途已由文凭决定。",
    ),
    # done in another word
    (
        "Since the template executed without any errors, the data is wrong. You can run it again.",
        "The template ran without any errors.",
        "The template ran with some errors.",
    ),
    # a list behind one "no"
    (
        "There was no syntax error, import error, or other basic error in the template.",
        "The template has no syntax, import or other basic error.",
        "The template has an import error.",
    ),
    # a deed in front of what it is done to, or behind it; what stands behind a dash
    (
        "Added `AgentType` field to the `Session` struct.",
        "`AgentType` added to the `Session` struct.",
        "`AgentType` removed from the `Session` struct.",
    ),
    (
        "New checks: **`TestPull`** - Added assertion that the type is kept across pulls",
        "`TestPull` now asserts that the type is kept across pulls.",
        "`TestPull` no longer asserts that the type is kept across pulls.",
    ),
    (
        "Removed:\n- `old_test.py` - Standalone test file (now covered). Keep them apart.",
        "The standalone `old_test.py` was removed.",
        "The standalone `old_test.py` was kept.",
    ),
    # a "not" that another verb has inside
    (
        "The closest shop does not meet the 2-block limit.",
        "The closest shop misses the 2-block limit.",
        "The closest shop meets the 2-block limit.",
    ),
    # an amount for an amount, either way round; another item's words
    (
        "Costs: 1. **Alpha**: salads at $12.99 for 2 lbs. 2. **Beta**: soups at $4.50.",
        "Alpha has salads, 2 lbs for $12.99; Beta has soups at $4.50.",
        "Beta has salads, 2 lbs for $12.99; Alpha has soups at $4.50.",
    ),
    (
        "1. **Black, Low, Cable** - $53.20 2. **Black, Wide, Cable** - $58.40",
        "Black, Cable: Low $53.20, Wide $58.40",
        "Black, Cable: Wide $53.20, Low $58.40",
    ),
    # what comes first, told backwards
    (
        "Snapshots get created when the hooks call `save`.",
        "A snapshot is created when the hooks call `save`.",
        "A snapshot is created before the hooks call `save`.",
    ),
    (
        "Once the distance is confirmed, check the availability and the prices.",
        "Once the distance is confirmed, availability and prices are to be checked.",
        "Before the distance is confirmed, availability and prices are to be checked.",
    ),
    # two names, and which of them does what to the other
    (
        "I see `docs/a.txt` mentions `UPLOAD_MODE`.",
        "`UPLOAD_MODE` is mentioned in `docs/a.txt`.",
        "`UPLOAD_MODE` mentions `docs/a.txt`.",
    ),
    (
        "The critical path is `List()` which is used by the `explain` command.",
        "The `explain` command uses `List()`, the critical path.",
        "The critical path is `explain`, which is used by the `List()` command.",
    ),
    (
        "`models.Field` does not have a `__get__`.",
        "`models.Field` has no `__get__`.",
        "`__get__` has no `models.Field`.",
    ),
    (
        "Fixed it by changing `UPLOAD_MODE` to `0o644` in `conf/base.py`.",
        "`UPLOAD_MODE` in `conf/base.py` was changed to `0o644`.",
        "`UPLOAD_MODE` in `0o644` was changed to `conf/base.py`.",
    ),
    (
        "It seems `search_fields` is passed to `ChangeList`.",
        "`search_fields` seems to get passed to `ChangeList`.",
        "`ChangeList` seems to get passed to `search_fields`.",
    ),
    (
        "Both must match on the same row.",
        "Both must match on one and the same row.",
        "Both must match on different rows.",
    ),
    (
        "It seems I broke `test_one`.",
        "I seem to have broken `test_one`.",
        "I seem to have fixed `test_one`.",
    ),
    # the one who does it is what the thing belongs to
    (
        "The tool's notarize feature has a `retry` option.",
        "The notarize feature of the tool has a `retry` option.",
        "The notarize feature of the tool has no `retry` option.",
    ),
    # what is done whenever a condition holds
    (
        "Added `retry: 1`. This will retry the upload once if it fails.",
        "`retry: 1` added: the upload is retried once if it fails.",
        "`retry: 1` added: the upload was retried once.",
    ),
    (
        "The tests no longer exist.",
        "There are no tests any more.",
        "There are still some tests.",
    ),
    # a condition of two parts, and one behind a "but"
    (
        "If `mode` comes from user input or external data, consider adding a check of the value.",
        "If `mode` comes from user input or external data, consider a check of the value.",
        "Consider adding a check of the value.",
    ),
    (
        "The order is pending. However, if you lost the parcel, the status update may be wrong.",
        "The order is pending; but if you lost the parcel, the status update may be wrong.",
        "The order is pending; but the status update may be wrong.",
    ),
    # a condition and what holds then
    (
        "一旦人均收入超过三千美元，社会的价值观会倾向于自由。",
        "人均收入一旦超过三千美元，社会的价值观就会倾向于自由。",
        "社会的价值观一旦倾向于自由，人均收入就会超过三千美元。",
    ),
    # what something is changed to
    (
        "Fixed the issue by changing the default to `0o644`.",
        "The default was changed to `0o644`, which fixes the issue.",
        "The default was changed from `0o644`, which fixes the issue.",
    ),
    # no cause
    (
        "So the failure is due to running as root, and unrelated to my patch.",
        "The failure comes from running as root and is unrelated to my patch.",
        "The failure comes from running as root and is a result of my patch.",
    ),
    # how strongly
    (
        "Ensure `mode` holds a valid value. If `mode` is missing, consider a default.",
        "`mode` must hold a valid value; if it is missing, consider a default.",
        "`mode` may hold any value; if it is missing, consider a default.",
    ),
    (
        "Based on the results, all three shops are further than 2 blocks from the park.",
        "According to the results, all three shops are further than 2 blocks from the park.",
        "According to the results, two of the three shops are further than 2 blocks from the park.",
    ),
    # known, and single
    (
        "The error is the known `EncodeError`. There are several causes.",
        "This is the known `EncodeError`; it has several causes.",
        "This is a new `EncodeError`; it has several causes.",
    ),
    (
        "The output can have several causes.",
        "The output may have several causes.",
        "The output has a single cause.",
    ),
    # to whom
    (
        "交接 说话人1 → 王老师：把话筒转给王老师。",
        "交接 说话人1 → 王老师：话筒转给王老师。",
        "交接 王老师 → 说话人1：话筒转给王老师。",
    ),
    (
        "This confirms the environment issue.",
        "It confirms the environment issue.",
        "It rules out the environment issue.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_shortened_and_told_wrongly(source: str, right: str, wrong: str) -> None:
    """The one is believed, the other is not."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))
