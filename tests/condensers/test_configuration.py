"""Condensers from TOML: as the documents show them, and what is wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.condensers.histories import import_fix, view_of
from tests.llm.server import answer, serving
from uagent_memory.condensers import (
    DynaContextCondenser,
    LLMConfig,
    SemanticCondenser,
    SemanticCondenserConfig,
    load_condenser_setup,
    make_condenser,
)
from uagent_memory.errors import ConfigError
from uagent_memory.llm import LanguageModel, ScriptedModel

BASIC = """
[condenser]
type = "semantic"
llm_config = "main"  # 引用 LLM 配置
max_size = 100
keep_first = 1
max_compression_ratio = 0.3
max_event_length = 8000
enable_semantic_analysis = true
"""
ADVANCED = """
[condenser]
type = "semantic"
llm_config = "semantic_llm"
max_size = 150
keep_first = 2
max_compression_ratio = 0.2  # 更激进的压缩
max_event_length = 10000
enable_semantic_analysis = true

[llm.semantic_llm]
model = "claude-3-haiku"
api_key = "${ANTHROPIC_API_KEY}"
temperature = 0.1
max_tokens = 4000
caching_prompt = false
timeout = 30

[core]
debug = true
"""


def _file(folder: Path, text: str) -> Path:
    path = folder / "condenser.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_basic_example(tmp_path: Path) -> None:
    """It is what the defaults are; without a table for `main` there is no model."""
    setup = load_condenser_setup(_file(tmp_path, BASIC))
    assert setup.condenser == SemanticCondenserConfig(llm_config="main")
    condenser = make_condenser(setup)
    assert isinstance(condenser, SemanticCondenser)
    assert condenser.config.target_size == 30


def test_the_advanced_example(tmp_path: Path) -> None:
    """Its model is made with the key of the environment, and every field counts."""
    setup = load_condenser_setup(_file(tmp_path, ADVANCED))
    made: list[LLMConfig] = []

    def connect(config: LLMConfig) -> LanguageModel:
        made.append(config)
        return ScriptedModel("x", name=config.model)

    condenser = make_condenser(setup, environ={"ANTHROPIC_API_KEY": "k-123"}, connect=connect)
    assert isinstance(condenser, SemanticCondenser)
    assert condenser.config.target_size == 30
    assert setup.debug
    assert (made[0].model, made[0].api_key, made[0].timeout) == ("claude-3-haiku", "k-123", 30)
    assert made[0].max_tokens == 4000
    assert made[0].extra_body == {"temperature": 0.1}
    assert "k-123" not in repr(made[0])


def test_a_caching_prompt_is_asked_for() -> None:
    """As the provider wants it."""
    config = LLMConfig(model="m", caching_prompt=True)
    assert config.extra_body == {"cache_control": {"type": "ephemeral"}}


def test_context_strategy_selects_dynacontext(tmp_path: Path) -> None:
    """At the top or in [core]; the judge has its own table, else the main model judges."""
    text = """
[core]
context_strategy = "dynacontext"
[condenser]
llm_config = "main"
[llm]
model = "large"
max_tokens = 500
[llm.dynacontext_judge]
model = "small"
"""
    names: list[str] = []

    def connect(config: LLMConfig) -> LanguageModel:
        names.append(config.model)
        assert config.max_tokens == 500
        return ScriptedModel("x", name=config.model)

    setup = load_condenser_setup(_file(tmp_path, text))
    assert isinstance(make_condenser(setup, connect=connect), DynaContextCondenser)
    assert names == ["large", "small"]
    names.clear()
    plain = text.partition("[llm.dynacontext_judge]")[0]
    make_condenser(load_condenser_setup(_file(tmp_path, plain)), connect=connect)
    assert names == ["large"]


def test_another_condenser_than_the_files(tmp_path: Path) -> None:
    """What it does not know is left out, and said."""
    setup = load_condenser_setup(_file(tmp_path, BASIC), condenser="recent")
    assert setup.condenser.type == "recent"
    assert "enable_semantic_analysis" in setup.notes[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BASIC.replace("max_size", "max_siez"), "max_siez: unknown key (did you mean max_size?)"),
        (BASIC.replace("0.3", "1.5"), "max_compression_ratio"),
        (BASIC.replace('"semantic"', '"clever"'), "clever"),
        (BASIC.replace('"main"', '"other"'), "no table [llm.other]"),
        (BASIC.replace("keep_first = 1", "keep_first = 99"), "keep_first 99 leaves no room"),
        ('context_strategy = "dynacontext"\n' + BASIC, "give one"),
        ("[condensor]\ntype = 'semantic'", "condensor: unknown key"),
        ("[llm.main]\napi_key = 'x'", "llm.main: model: missing"),
        ("[core]\nverbose = true", "core.verbose"),
        ("condenser = 3", "must be a table"),
        ("[condenser", "cannot be read as TOML"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, said: str) -> None:
    """File, key and what is allowed."""
    path = _file(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_condenser_setup(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_missing_variable_is_named(tmp_path: Path) -> None:
    """When the model is made, not before: an unused table may wait for its key."""
    setup = load_condenser_setup(_file(tmp_path, ADVANCED))
    with pytest.raises(ConfigError, match=r"api_key: .*ANTHROPIC_API_KEY is not set"):
        make_condenser(setup, environ={})


def test_llm_without_a_model_says_so(tmp_path: Path) -> None:
    """And names what would do."""
    setup = load_condenser_setup(_file(tmp_path, "[condenser]\ntype = 'llm'"))
    with pytest.raises(ConfigError, match="needs a model"):
        make_condenser(setup)
    assert make_condenser(setup, model=ScriptedModel("x")).name == "llm"


async def test_a_configured_model_is_called_as_configured(tmp_path: Path) -> None:
    """Through the real client: model, limit, temperature and caching are in the request."""
    summary = "\n".join(
        f"{name}: -" for name in ("任务上下文", "关键进展", "技术状态", "待处理项", "重要发现")
    )
    async with serving([answer(summary)]) as stub:
        text = ADVANCED.replace("caching_prompt = false", "caching_prompt = true")
        text = text.replace("timeout = 30", f'timeout = 5\nbase_url = "{stub.url}"')
        setup = load_condenser_setup(_file(tmp_path, text))
        condenser = make_condenser(setup, environ={"ANTHROPIC_API_KEY": "k"})
        done = await condenser.acondense(view_of(import_fix(151)))
    assert done.metadata["summary_by"] == "claude-3-haiku"
    (sent,) = stub.requests
    assert (sent["model"], sent["max_tokens"]) == ("claude-3-haiku", 4000)
    assert (sent["temperature"], sent["cache_control"]) == (0.1, {"type": "ephemeral"})
    assert "tools" not in sent
