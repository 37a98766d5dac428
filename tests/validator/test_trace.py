from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from uagent_memory.messages import Span
from uagent_memory.segments import Entry
from uagent_memory.validator import trace
from uagent_memory.validator.trace import LiteralTracer, untraceable

SOURCES = {
    "m1": (
        "We edited /repo/src/a.py and ran `pytest -q tests/test_a.py` with 12 passed of 1,234.\n"
        'See v1.2.3 at https://example.org/a?b=c. The user said "never push" and 「不要推送」.\n'
        'parse_config and HTTPServer are used; a 5" pipe is not.'
    ),
    "m2": "The timeout is 30s,\n    not 31.5s.",
}


def quote(span: Span) -> str:
    return SOURCES[span.message_id][span.start : span.end]


def whole(name: str) -> Span:
    return Span(name, "text", 0, len(SOURCES[name]))


def entry(text: str, *names: str, children: tuple[Entry, ...] = ()) -> Entry:
    spans = tuple(whole(name) for name in names or ("m1",))
    return Entry(text=text, sources=spans, children=children)


@pytest.mark.parametrize(
    "text",
    [
        "`src/a.py` modified 3 times (m12)",
        "`a.py` 修改 3 次, 还有 4 条 (coder/m3, m4)",
        "parse_config ×3; 5 more [... 120 tokens, m12]",
        "`pytest -q tests/test_a.py` passed → 12 passed",
        "`pytest [...] tests/test_a.py`",
        'The user said "never push" and 「不要推送」',
        "https://example.org/a?b=c.",
        "HTTPServer is at src/a.py:12",
        "见src/a.py，共12处",
        "Done, e.g. with [SECRET:token-1] (m3 ... m40)",
        "recall m3-m9",
        "v1.2.3 of 1,234.",
    ],
)
def test_what_stands_in_the_source_passes(text: str) -> None:
    """Copied literals, our own marks and the ledger's counts are traceable."""
    assert untraceable(entry(text), quote) == ()


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("13 passed", "13"),
        ("2 passed", "2"),
        ("234 lines", "234"),
        ("v1.2", "v1.2"),
        ("1,235", "1,235"),
        ("-5 left", "-5"),
        ("`src/b.py` modified", "src/b.py"),
        ("see src/b.py", "src/b.py"),
        ("src/a.py:13", "src/a.py:13"),
        ("parse_conf", "parse_conf"),
        ("Parse_Config", "Parse_Config"),
        ("HTTPClient", "HTTPClient"),
        ("`pytest -q` then `make all`", "make all"),
        ('the user said "push now"', "push now"),
        ("用户说「马上推送」", "马上推送"),
        ("“pushing”", "pushing"),
        ("https://example.org/other", "https://example.org/other"),
        ("with --force", "--force"),
        ("`pytest [...] tests/test_b.py`", "pytest [...] tests/test_b.py"),
        ("12 of them in 3 modules", "3"),
        ("共13处", "13"),
    ],
)
def test_what_no_source_holds_is_found(text: str, missing: str) -> None:
    """A literal that no cited span holds is named."""
    assert untraceable(entry(text), quote) == (missing,)


def test_a_child_leans_on_its_parents_sources() -> None:
    """Children may cite less than they hold if their parent cites the rest; strangers may not."""
    child = entry("HTTPServer waits 30s", "m2")
    assert untraceable(entry("parse_config", "m1", children=(child,)), quote) == ()
    assert untraceable(child, quote) == ("HTTPServer",)
    assert untraceable(child, quote, above=(whole("m1"),)) == ()


def test_extra_texts_count_as_sources() -> None:
    """Names of tools and agents are handed in by the caller."""
    dated = entry("On 2026-03-01 by read_file")
    assert untraceable(dated, quote) == ("2026-03-01", "read_file")
    assert untraceable(dated, quote, extra=("2026-03-01", "read_file")) == ()


def test_dates_that_a_source_means_are_derived() -> None:
    """ "yesterday" in a dated message gives the date; other dates stay invented."""
    session = SessionBuilder()
    message = session.user("We shipped it yesterday.")
    tracer = LiteralTracer.of_messages({message.id: message})

    def shipped(date: str) -> Entry:
        span = Span(message.id, "text", 0, len(message.text))
        return Entry(text=f"We shipped it yesterday ({date}).", sources=(span,))

    assert tracer.untraceable(shipped("2026-03-01")) == ()
    assert tracer.untraceable(shipped("2026-03-02")) == ("2026-03-02",)


def test_line_breaks_of_the_source_do_not_matter() -> None:
    """A sentence joined to one line is still the source's."""
    assert untraceable(entry("The timeout is 30s, not 31.5s.", "m2"), quote) == ()


def test_joined_sentences_with_odd_marks_pass() -> None:
    """Quotation marks that pair across two copied sentences are not taken for a quotation."""
    texts = {"a": 'The 5" pipe ` is wide enough.', "b": 'Take the 6" one ` or leave it.'}
    spans = tuple(Span(name, "text", 0, len(text)) for name, text in texts.items())
    joined = Entry(text=" [...] ".join(texts.values()), sources=spans)
    assert untraceable(joined, lambda span: texts[span.message_id]) == ()


def test_each_missing_literal_is_named_once() -> None:
    """Order of appearance, no duplicates."""
    assert untraceable(entry("x_1 y_2 x_1"), quote) == ("x_1", "y_2")


def test_hostile_text_takes_linear_time() -> None:
    """Runs of backticks and quotation marks do not blow up."""
    text = "` `` ``` " * 4000 + '"' * 20000 + "a/" * 20000
    tracer = LiteralTracer(lambda _: text)
    assert tracer.untraceable(Entry(text="x " + text, sources=(whole("m1"),))) is not None


@pytest.mark.parametrize("run", ["a", "1", "A_1"])
def test_a_run_of_one_word_is_looked_at_once(run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What begins as a word stands nowhere inside a longer one."""
    text = run * 20_000 + f" and {run * 30}"
    looks: list[int] = []
    is_whole = trace._is_whole

    def counted(literal: str, text: str, at: int) -> bool:
        looks.append(at)
        return is_whole(literal, text, at)

    monkeypatch.setattr(trace, "_is_whole", counted)
    source = (Span("m1", "text", 0, len(text)),)
    tracer = LiteralTracer(lambda _: text)
    assert tracer.untraceable(Entry(text=f"See `{run * 30}`.", sources=source)) == ()
    assert tracer.untraceable(Entry(text=f"See `{run * 40}`.", sources=source)) == (run * 40,)
    assert len(looks) < 20


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("d9/src/表.py", ()),
        ("lib/d9/src/表.py", None),
        ("d9/src/b.py", None),
        ("d8/表.py", None),
    ],
)
def test_a_path_may_be_the_new_folder_and_what_was_below(
    path: str, found: tuple[str, ...] | None
) -> None:
    """Between them the folder had other names, which nothing cites."""
    texts = {"m1": "echo 1 > d0/src/表.py", "m2": "mv d8 d9"}
    spans = tuple(Span(name, "text", 0, len(text)) for name, text in texts.items())
    seen = untraceable(Entry(text=f"`{path}`", sources=spans), lambda span: texts[span.message_id])
    assert seen == ((path,) if found is None else found)


PROSE = st.text(alphabet="ab1.2_/ `\"'“”:-,()\n中文件ABc=", min_size=1, max_size=80)


@settings(max_examples=100, deadline=None)
@given(st.lists(PROSE, min_size=1, max_size=4))
def test_verbatim_text_is_never_flagged(texts: list[str]) -> None:
    """An entry that is exactly one of its sources has nothing to answer for."""
    spans = tuple(Span(str(index), "text", 0, len(text)) for index, text in enumerate(texts))
    for text in texts:
        copied = Entry(text=text, sources=spans)
        assert untraceable(copied, lambda span: texts[int(span.message_id)]) == ()


WORDS = st.text(alphabet="abcdefgh", min_size=1, max_size=8)
INVENTED = st.one_of(
    st.integers(10**6, 10**9).map(str),
    st.builds("{}_{}.py".format, WORDS, WORDS),
    st.builds("src/{}/{}".format, WORDS, WORDS),
    st.builds("zz{}Zz{}".format, WORDS, WORDS),
    st.builds("--{}".format, WORDS),
    st.builds("https://{}.org/{}".format, WORDS, WORDS),
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(WORDS, max_size=6), INVENTED, st.sampled_from(["{}", "`{}`", "“{}”", "{},", "({})"])
)
def test_an_invented_literal_is_always_found(words: list[str], literal: str, dressed: str) -> None:
    """Whatever stands around it, a literal that no source holds is found."""
    source = " ".join(words)
    made = Entry(text=f"{source} {dressed.format(literal)} {source}", sources=(whole("m1"),))
    assert untraceable(made, lambda _: source) == (literal,)


def test_a_mark_before_a_known_sentence_makes_another_literal() -> None:
    """`--retries now` is not covered by a source that says `retries now` among other words."""
    source = "retries now and for ever"
    made = Entry(text=f"--{source}", sources=(whole("m1"),))
    assert untraceable(made, lambda _: source) == ("--retries",)


@pytest.mark.parametrize(
    "sign", ["$", "~", "+", "-", "~$", "+-", "￥", "¥", "€", "£", "＄", "～", "约", ""]
)
def test_a_number_with_commas_is_one_literal_after_any_sign(sign: str) -> None:
    """`$5,000,000` is neither `5` nor `000`; what follows the number may be Chinese."""
    spoken = {
        "m1": f"The budget is {sign}5,000,000 for the whole of this year.",
        "m2": f"预算上限是{sign}12,500.75元，今年不变。",
    }
    spans = tuple(Span(name, "text", 0, len(text)) for name, text in spoken.items())

    def said(span: Span) -> str:
        return spoken[span.message_id]

    true = Entry(text=f"Budget {sign}5,000,000；上限{sign}12,500.75元", sources=spans)
    assert untraceable(true, said) == ()
    false = Entry(text=f"Budget {sign}5,000,001；上限{sign}12,500元", sources=spans)
    assert [literal.strip("~$+-") for literal in untraceable(false, said)] == [
        "5,000,001",
        "12,500",
    ]


@pytest.mark.parametrize(
    "header", ["159,163c159,163", "@@ -1,5 +1,6 @@", "@@ -12,0 +13,2 @@ def run(self):", "3,4d2"]
)
def test_the_header_of_a_hunk_is_traced_whole(header: str) -> None:
    """Its ranges are no numbers of their own, and a `+ ` before it is the entry's."""
    spoken = f"diff a.py b.py\n{header}\n< one"
    span = Span("m1", "text", 0, len(spoken))
    assert untraceable(Entry(text=f"+ {header}", sources=(span,)), lambda _: spoken) == ()
    assert untraceable(Entry(text="+ 159,164c159,164", sources=(span,)), lambda _: spoken) == (
        "159,164c159,164",
    )
