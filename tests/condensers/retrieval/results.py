"""Hand-written retrieval results for the tests."""

from __future__ import annotations

from typing import Any

TOPICS = (
    "The second part explains how the water pump is taken apart and cleaned.",
    "A new filter costs 18.50 euros and lasts about 400 hours.",
    "Before winter the tank has to be emptied, because ice breaks the valves.",
    "The guests talked about their holidays and the weather on the island.",
    "Most viewers ask why the motor stops after ten minutes of use.",
    "The motor stops because the temperature sensor is placed too close to it.",
    "Moving the sensor by 5 centimetres solved the problem in all 12 tests.",
    "At the end there is music, and the names of everybody who helped.",
)
TOPICS_ZH = (
    "第二部分讲解如何拆开并清洗水泵，需要准备一把螺丝刀。",
    "新的滤芯价格是18.5元，大约可以使用400小时。",
    "冬天之前必须把水箱放空，因为结冰会损坏阀门。",
    "嘉宾聊了他们的假期和岛上的天气，大家都很开心。",
    "很多观众问为什么电机运行十分钟以后就会停机。",
    "电机停机的原因是温度传感器离电机太近。",
    "把传感器移开5厘米以后，12次测试全部正常。",
    "最后是音乐和所有工作人员的名单。",
)


def video(
    name: str = "pump.mp4", *, zh: bool = False, copies: int = 1, gap: int = 0
) -> dict[str, Any]:
    """Segments of 3.5 and 4.7 seconds in turn; after each `gap` one index is missing."""
    segments, start, index = [], 0.0, 0
    for copy in range(copies):
        for n, text in enumerate(TOPICS_ZH if zh else TOPICS):
            end = round(start + (3.5 if n % 2 == 0 else 4.7), 2)
            words = f"{text}（{copy}）" if copies > 1 and zh else text
            words = f"{text} ({copy})" if copies > 1 and not zh else words
            segments.append({"index": index, "start": start, "end": end, "text": words})
            start = end
            index += 2 if gap and n % gap == gap - 1 else 1
    return {"filename": name, "segments": segments}
