import gc
from collections.abc import Iterator
from threading import Barrier, Thread

import pytest

from uagent_memory import compress_context_sync
from uagent_memory.collector import collector_paused
from uagent_memory.generator.view import GeneratorView


@pytest.fixture(autouse=True)
def _collecting() -> Iterator[None]:
    gc.enable()
    yield
    gc.enable()


def test_nothing_is_collected_inside_and_the_collector_runs_again_after() -> None:
    """The pause ends with its block."""
    with collector_paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_an_error_inside_ends_the_pause() -> None:
    """A failed compression leaves the collector as it was."""
    with pytest.raises(ValueError, match="inside"), collector_paused():
        raise ValueError("inside")
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    """Whoever runs without the collector is not overruled."""
    gc.disable()
    with collector_paused():
        pass
    assert not gc.isenabled()


def test_threads_share_one_pause() -> None:
    """The first thread to end does not wake the collector under the other."""
    inside, first_left = Barrier(2), Barrier(2)
    seen: list[bool] = []

    def short() -> None:
        with collector_paused():
            inside.wait(5)
        first_left.wait(5)

    def long() -> None:
        with collector_paused():
            inside.wait(5)
            first_left.wait(5)
            seen.append(gc.isenabled())

    threads = [Thread(target=short), Thread(target=long)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert seen == [False]
    assert gc.isenabled()


@pytest.mark.parametrize(
    "words", ["Please fix src/app.py. I think it is slow.", "请修复 src/app.py。我觉得它慢。"]
)
def test_a_compression_leaves_nothing_to_the_collector(words: str) -> None:
    """Its state is freed as it ends: memory does not grow until the collector runs."""
    gc.collect()
    gc.disable()
    messages = [
        {"role": "user" if n % 2 == 0 else "assistant", "content": f"{words} ({n})"}
        for n in range(40)
    ]
    compress_context_sync(messages, budget=400)
    assert not [kept for kept in gc.get_objects() if isinstance(kept, GeneratorView)]
