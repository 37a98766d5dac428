from __future__ import annotations

import pytest
from pydantic import ValidationError

from uagent_memory.errors import ConfigError, UnknownRole
from uagent_memory.role_files import shipped_roles
from uagent_memory.roles import MustGet, RoleProfile, RoleRegistry
from uagent_memory.segments import SegmentName

DOCUMENT_KEYWORDS = {
    "方案规划师": ["requirement", "architecture", "design", "plan", "specification"],
    "编码专家": ["code", "implement", "function", "class", "api", "development"],
    "测试工程师": ["test", "quality", "validation", "bug", "coverage"],
    "代码审查员": ["review", "quality", "standard", "security", "optimization"],
}


def test_shipped_roles_are_the_documents_four_and_a_general_one() -> None:
    """The shipped roles have the document's titles."""
    assert shipped_roles().names == ("coder", "general", "planner", "reviewer", "tester")
    assert {role.title for role in shipped_roles()} == {*DOCUMENT_KEYWORDS, "通用助手"}


@pytest.mark.parametrize("title", DOCUMENT_KEYWORDS)
def test_shipped_keywords_hold_the_documents_lists(title: str) -> None:
    """Section 4.3's words come first, Chinese ones stand beside them."""
    keywords = shipped_roles().get(title).keywords
    expected = DOCUMENT_KEYWORDS[title]
    assert list(keywords[: len(expected)]) == expected
    assert any(not word.isascii() for word in keywords)


@pytest.mark.parametrize("role", shipped_roles(), ids=lambda role: role.name)
def test_every_shipped_role_is_complete(role: RoleProfile) -> None:
    """Each has a one-line contract, aliases in both languages, and a share for every segment."""
    assert role.contract
    assert "\n" not in role.contract
    assert role.contract == role.contract.strip()
    assert any(alias.isascii() for alias in role.aliases)
    assert any(not alias.isascii() for alias in role.aliases)
    assert set(role.shares) == set(SegmentName)
    assert sum(role.shares.values()) == pytest.approx(1)
    assert all(share > 0 for share in role.shares.values())
    assert len(set(role.must_get)) == len(role.must_get) > 0


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("planner", {MustGet.GOALS, MustGet.OPEN_TASKS, MustGet.REJECTED_OPTIONS}),
        (
            "coder",
            {
                MustGet.GOALS,
                MustGet.CONSTRAINTS,
                MustGet.OPEN_ERRORS,
                MustGet.OPEN_TASKS,
                MustGet.CHANGED_FILES,
                MustGet.DECISIONS,
            },
        ),
        ("tester", {MustGet.FAILING_COMMANDS, MustGet.CHANGED_FILES}),
        ("reviewer", {MustGet.CHANGES, MustGet.DECISIONS, MustGet.CONSTRAINTS}),
    ],
)
def test_shipped_roles_must_get_what_their_work_needs(name: str, kinds: set[MustGet]) -> None:
    """A role's file names the kinds of facts it cannot work without."""
    assert kinds <= set(shipped_roles().get(name).must_get)


def test_stages_follow_each_other() -> None:
    """Planning leads to implementation, to testing, to review; a review leads back to the code."""
    following = {role.stage: role.next_stage for role in shipped_roles()}
    assert following == {
        "general": "",
        "planning": "implementation",
        "implementation": "testing",
        "testing": "review",
        "review": "implementation",
    }


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("coder", "coder"),
        ("Coder", "coder"),
        ("编码专家", "coder"),
        ("DEVELOPER", "coder"),
        ("程序员", "coder"),
        ("QA", "tester"),
        ("ＱＡ", "tester"),
        (" test_engineer ", "tester"),
        ("Test-Engineer", "tester"),
        ("代码审查", "reviewer"),
        ("架构师", "planner"),
    ],
)
def test_a_role_is_found_by_any_of_its_words(word: str, name: str) -> None:
    """Name, title and aliases, in either language and any case, mean the role."""
    assert shipped_roles().get(word).name == name
    assert word in shipped_roles()


def test_an_unknown_role_gets_the_nearest_and_all_names() -> None:
    """The error helps: it has the near match, the known roles and the word itself."""
    with pytest.raises(UnknownRole) as caught:
        shipped_roles().get("reviwer")
    text = str(caught.value)
    assert "'reviwer'" in text
    assert "Did you mean 'reviewer'?" in text
    assert "coder, general, planner, reviewer, tester" in text
    assert caught.value.role == "reviwer"


def test_an_unknown_role_without_a_near_match_guesses_nothing() -> None:
    """A word like no other gets the list only."""
    with pytest.raises(UnknownRole) as caught:
        shipped_roles().get("zzzzzz")
    assert "mean" not in str(caught.value)


def test_a_word_for_two_roles_is_an_error() -> None:
    """The registry refuses what it could not resolve."""
    first = RoleProfile(name="one", aliases=("Helper",))
    second = RoleProfile(name="two", aliases=("helper",))
    with pytest.raises(ConfigError, match=r"'helper' names two roles, 'one' and 'two'"):
        RoleRegistry((first, second))


def test_a_registry_does_not_depend_on_order() -> None:
    """Profiles come out by name, whatever their order going in."""
    profiles = list(shipped_roles())
    assert list(RoleRegistry(reversed(profiles))) == profiles
    assert len(RoleRegistry(profiles)) == 5


@pytest.mark.parametrize("name", ["", "Coder", "a/b", "two words", "1st", "_x", "a" * 65])
def test_a_bad_role_name_is_refused(name: str) -> None:
    """A name must fit into a message id."""
    with pytest.raises(ValidationError, match="is no role name"):
        RoleProfile(name=name)


@pytest.mark.parametrize(
    ("shares", "reason"),
    [
        ({SegmentName.FILES: -0.5, SegmentName.ERRORS: 1.5}, "the share of"),
        ({SegmentName.FILES: float("nan")}, "the share of"),
        ({SegmentName.FILES: 0.4, SegmentName.ERRORS: 0.4}, "sum to 0.8"),
    ],
)
def test_bad_shares_are_refused(shares: dict[SegmentName, float], reason: str) -> None:
    """Shares are weights of the segments and add up to one."""
    with pytest.raises(ValidationError, match=reason):
        RoleProfile(name="x", shares=shares)
