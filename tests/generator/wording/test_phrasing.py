"""Lead-ins and intentions."""

from __future__ import annotations

import pytest

from uagent_memory.generator.wording.phrasing import (
    counts_something,
    gets_to_the_point,
    is_acknowledgement,
    is_continuing,
    is_courtesy,
    is_dependent,
    is_figured,
    is_guess,
    is_intention,
    is_lead_in,
    is_leaning,
    is_planning,
    is_quoting,
    is_restating,
    is_supposing,
    is_telling,
    names_something,
)


@pytest.mark.parametrize(
    "text", ["Let me look at it.", "**Now I'll** run it.", "让我看一下。", "接下来我写文档。"]
)
def test_announcements_are_intentions(text: str) -> None:
    """In both languages, whatever marks stand before them."""
    assert is_intention(text)


@pytest.mark.parametrize(
    "text",
    [
        "So I should quote it.",
        "First, I'll create a script.",
        "To fix `a.py`, I need to quote it.",
        "Then, I will undo the first.",
        "Now that it is applied, we should run it.",
        "首先，让我看一下。",
        "为了修复它，让我加上引号。",
    ],
)
def test_what_leads_an_announcement_in_is_passed_over(text: str) -> None:
    """A connecting word, and a clause that says what for, where or when."""
    assert is_intention(text)


@pytest.mark.parametrize("text", ["Letters are sorted.", "The plan: let me see.", "请让我看一下。"])
def test_other_sentences_are_not(text: str) -> None:
    """Only whole words at the very beginning count."""
    assert not is_intention(text)


def test_a_colon_at_the_end_leads_in() -> None:
    """Also inside emphasis, and the full-width one."""
    assert all(map(is_lead_in, ("Steps:", "**Steps:**", "步骤：", "`steps`: ")))
    assert not is_lead_in("Ratio 1:2")


def test_repeating_the_user_is_no_insight() -> None:
    """An agent's restatement of the ask, in both languages."""
    assert is_restating("The user wants me to rename the flag.")
    assert is_restating("用户希望我修复登录。")
    assert not is_restating("The username wants escaping.")


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("The file /srv/app.py has been updated successfully.", True),
        ("文件已更新：src/app.py", True),
        ("The cache is updated after each request.", False),
    ],
)
def test_a_tools_acknowledgement_is_no_result(line: str, *, is_one: bool) -> None:
    assert is_acknowledgement(line) is is_one


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("I have read the importer.", True),
        ("Now the flag is set.", True),
        ("现在开关已设置。", True),
        ("我看了导入器。", True),
        ("`TokenBucket` refills once a second.", False),
        ("The bucket holds 60 tokens.", False),
        ("令牌桶每秒补充一次。", False),
        ("Information is kept per key.", False),
    ],
)
def test_who_tells_of_the_work_explains_no_term(text: str, telling: bool) -> None:
    """By how the sentence begins."""
    assert is_telling(text) is telling


@pytest.mark.parametrize(
    "text",
    [
        "The summary below covers the earlier portion of the conversation.",
        "Please continue the conversation from where we left off.",
        "请从我们中断的地方继续。",
    ],
)
def test_the_frame_of_a_summary_says_nothing(text: str) -> None:
    """A program wrote it."""
    assert is_continuing(text)
    assert not is_continuing(f"It says: {text}")


@pytest.mark.parametrize(
    ("told", "courtesy"),
    [
        ("The trial costs nine hundred euros.", "Thank you, over to you."),
        ("Rev 12 of the board works.", "Good morning, welcome to the panel."),
        ("试点一共花了三千万。", "谢谢主持人，大家好。"),
        ("第二期要接 40 所学校。", "有请下一位嘉宾。"),
    ],
)
def test_numbers_and_courtesies_of_a_talk(told: str, courtesy: str) -> None:
    """In figures or in words; whole English words only."""
    assert counts_something(told)
    assert not is_courtesy(told)
    assert is_courtesy(courtesy)
    assert not counts_something(courtesy)
    assert not counts_something("The network often stops.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("MAYBE the cache is stale.", True),
        ("也许是缓存旧了。", True),
        ("The cache is stale.", False),
        ("缓存旧了。", False),
    ],
)
def test_a_guess_is_found_in_any_case(text: str, said: bool) -> None:
    """The cheap look before the pattern passes over no spelling."""
    assert is_guess(text) is said


@pytest.mark.parametrize(
    "text", ["If it still fails, it is the lock.", "如果还失败，就是锁的问题。"]
)
def test_cases_are_supposed(text: str) -> None:
    """They say nothing of what is."""
    assert is_supposing(text)
    assert is_dependent(text)


@pytest.mark.parametrize(
    "text", ["`load` reads the key.", "Iffy keys are dropped.", "键里有租户。"]
)
def test_sentences_that_stand_by_themselves(text: str) -> None:
    """They neither suppose anything nor lean on another."""
    assert not is_supposing(text)
    assert not is_dependent(text)


@pytest.mark.parametrize(
    "text",
    [
        "Reading the document.",
        "Checking the migrations first.",
        "Backfill script next.",
        "Looking at the pods and recent events first.",
        "补测试。",
        "用 cProfile 跑一下。",
    ],
)
def test_short_sentences_that_only_announce(text: str) -> None:
    assert is_intention(text)


@pytest.mark.parametrize(
    "text",
    [
        "Training in bf16 has no scaler.",
        "Nothing was booked.",
        "Remaining budget 565 EUR.",
        "Checking the pool shows ten connections.",
        "What comes next.",
        "用了一次 joinedload。",
        "写入失败：没有权限。",
    ],
)
def test_what_states_something_is_no_announcement(text: str) -> None:
    assert not is_intention(text)


@pytest.mark.parametrize(
    "lead",
    ["I need to:", "Let me plan this out:", "The test just needs to:", "我需要：", "接下来："],
)
def test_under_some_leads_stand_the_next_actions(lead: str) -> None:
    """In both languages."""
    assert is_planning(lead)


@pytest.mark.parametrize(
    "lead",
    [
        "Let me sum up what I found:",
        "Let me evaluate each issue:",
        "Removed:",
        "Key findings:",
        "让我总结一下：",
        "我来逐条评估：",
        "已删除：",
    ],
)
def test_under_others_stands_what_was_done_or_found(lead: str) -> None:
    """An announced summary is one."""
    assert not is_planning(lead)


@pytest.mark.parametrize(
    "text",
    [
        "It returns None.",
        "So, it was committed on 12 July.",
        "Returns `0`.",
        "**This** is slow.",
        "所以，它会返回空值。",
        "但这很慢。",
        "返回 `0`。",
    ],
)
def test_a_sentence_without_its_subject_leans(text: str) -> None:
    """Connectives before it change nothing."""
    assert is_leaning(text)


@pytest.mark.parametrize(
    "text",
    [
        "The loader returns None.",
        "So the loader is slow.",
        "Item 3 is late.",
        "This confirms that the loader is slow.",
        "That's why the loader is slow.",
        "这说明加载器很慢。",
        "所以加载器很慢。",
        "加载器返回空值。",
    ],
)
def test_a_sentence_with_its_subject_does_not(text: str) -> None:
    assert not is_leaning(text)


@pytest.mark.parametrize(
    "text",
    [
        '"I should set the path first.',
        '"Use one block only."',
        "“我应该先设置路径。”",
        "「先设置路径」",
    ],
)
def test_words_in_quotation_marks_are_told_again(text: str) -> None:
    assert is_quoting(text)


@pytest.mark.parametrize("text", ['"limit" is a name.', "“上限”是一个名字。", "No marks at all."])
def test_a_name_in_quotation_marks_is_told_itself(text: str) -> None:
    assert not is_quoting(text)


@pytest.mark.parametrize(
    ("text", "figured"),
    [
        ("It took 34 years.", True),
        ("Ninety percent of them agreed.", True),
        ("That was in May 2019.", False),
        ("Our 2nd point is the roof.", False),
        ("Two of them agreed.", False),
        ("一共 60 万个村子。", True),
        ("百分之八十的人同意。", True),
        ("2019 年 5 月 12 号那天。", False),
        ("我要讲的第 2 点是屋顶。", False),
        ("有两个人同意。", False),
    ],
)
def test_figured(text: str, figured: bool) -> None:
    """How much or how many, beyond a few; a date or a place in a row is no figure."""
    assert is_figured(text) is figured


@pytest.mark.parametrize(
    ("text", "names", "point"),
    [
        ("The chain is called Weihe.", True, False),
        ("The reason is damp bricks.", False, True),
        ("They fire bricks on Monday.", False, False),
        ("这条链叫做卫河。", True, False),
        ("根本原因是砖头受潮。", False, True),
        ("他们周一烧砖头。", False, False),
    ],
)
def test_names_and_points(text: str, names: bool, point: bool) -> None:
    """What something is called, and that it is what matters."""
    assert names_something(text) is names
    assert gets_to_the_point(text) is point
