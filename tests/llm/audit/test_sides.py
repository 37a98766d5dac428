"""Rows, sides of prepositions, who does what, exceptions and the strength of rules."""

from __future__ import annotations

import pytest

from tests.llm.audit.test_doubts import _line
from uagent_memory.llm.audit.doubts import disbelieved, doubts_of_line

CASES = [
    (
        "The timeout was reduced by 5 seconds for the importer.",
        "For the importer the timeout was reduced by 5 seconds.",
        "For the importer the timeout was reduced to 5 seconds.",
    ),
    (
        "The report is sent to the auditors by the bank.",
        "The bank sends the report to the auditors.",
        "The report is sent by the auditors to the bank.",
    ),
    (
        "The token is read from the header.",
        "The token is taken from the header.",
        "The token is read into the header.",
    ),
    (
        "The worker waits for the lock before the write.",
        "Before the write the worker waits for the lock.",
        "The worker waits for the lock after the write.",
    ),
    (
        "The migration renamed the column in the orders table.",
        "In the orders table the migration renamed the column.",
        "The migration renamed the table in the orders column.",
    ),
    (
        "Never delete backups unless the owner has agreed.",
        "Backups must never be deleted unless the owner has agreed.",
        "Backups must never be deleted.",
    ),
    (
        "All requests except uploads are compressed.",
        "Except uploads, all requests are compressed.",
        "All requests are compressed.",
    ),
    (
        "The upload must be confirmed by two reviewers.",
        "Two reviewers must confirm the upload.",
        "The upload should be confirmed by two reviewers.",
    ),
    (
        "Latency fell from 80 ms to 35 ms.",
        "Latency is down to 35 ms from 80 ms.",
        "Latency is down to 80 ms from 35 ms.",
    ),
    (
        "The backend team owns the schema, the data team the reports.",
        "The schema is owned by the backend team, the reports by the data team.",
        "The schema is owned by the data team, the reports by the backend team.",
    ),
    (
        "The API key is stored in the vault and the certificate in the repository.",
        "The certificate is stored in the repository, the API key in the vault.",
        "The certificate is stored in the vault, the API key in the repository.",
    ),
    (
        "The user asked for dark mode; the agent proposed a setting.",
        "Dark mode was requested by the user; a setting was proposed by the agent.",
        "Dark mode was proposed by the agent; a setting was requested by the user.",
    ),
    (
        "The index is rebuilt after the import.",
        "After the import the index is rebuilt.",
        "The index is rebuilt during the import.",
    ),
    (
        "Deploys are frozen until Thursday.",
        "Until Thursday deploys are frozen.",
        "Deploys are frozen from Thursday.",
    ),
    (
        "The old client can read new files but cannot write them.",
        "The old client reads new files but can't write them.",
        "The old client writes new files but can't read them.",
    ),
    (
        "The server verifies the signature of the client.",
        "The client's signature is verified by the server.",
        "The server's signature is verified by the client.",
    ),
    (
        "The config was written to disk.",
        "The config was saved to disk.",
        "The config was sent to disk.",
    ),
    (
        "服务器验证客户端的签名。",
        "客户端的签名由服务器验证。",
        "服务器的签名由客户端验证。",
    ),
    (
        "超时时间减少了5秒。",
        "超时减少5秒。",
        "超时减少到5秒。",
    ),
    (
        "订单表由迁移脚本更新。",
        "迁移脚本更新订单表。",
        "订单表更新迁移脚本。",
    ),
    (
        "除上传外，所有请求都会压缩。",
        "所有请求都会压缩，上传除外。",
        "所有请求都会压缩。",
    ),
    (
        "未经负责人同意，不得删除备份。",
        "没有负责人同意，不得删除备份。",
        "不得删除备份。",
    ),
    (
        "下周将删除该开关。",
        "该开关将于下周删除。",
        "该开关已于上周删除。",
    ),
    (
        "后端组负责表结构，数据组负责报表。",
        "表结构由后端组负责，报表由数据组负责。",
        "表结构由数据组负责，报表由后端组负责。",
    ),
    (
        "配置中心保存密钥，仓库保存证书。",
        "证书保存在仓库，密钥保存在配置中心。",
        "证书保存在配置中心，密钥保存在仓库。",
    ),
    (
        "用户提出深色模式，助手建议加设置项。",
        "深色模式由用户提出，设置项由助手建议。",
        "深色模式由助手提出，设置项由用户建议。",
    ),
    (
        "日志写入本地磁盘，备份上传到对象存储。",
        "备份上传到对象存储，日志写入本地磁盘。",
        "备份写入本地磁盘，日志上传到对象存储。",
    ),
    (
        "商户的退款由平台承担。",
        "平台承担商户的退款。",
        "商户承担平台的退款。",
    ),
    (
        "Rome, Italy (May census): 41,200. Lima, Peru (May census): 87,300.",
        "May census: Rome, Italy 41,200; Lima, Peru 87,300.",
        "May census: Rome, Italy 87,300; Lima, Peru 41,200.",
    ),
    (
        '`check_open` wants "up" instead of "on". `check_shut` wants "up" instead of "off".',
        '`check_shut` wants "up" instead of "off".',
        '`check_shut` wants "up" instead of "on".',
    ),
    (
        "The settings are passed as variables of the shell.",
        "As variables of the shell the settings are passed.",
        "The variables are passed as settings of the shell.",
    ),
    (
        "Root cause: the lock was never released.",
        "The root cause was that the lock was never released.",
        "The root cause was that the lock was released.",
    ),
    (
        "起点附近是和平站A1口，终点附近是东湖站C2口。",
        "终点附近：东湖站C2口；起点附近：和平站A1口。",
        "终点附近：和平站A1口；起点附近：东湖站C2口。",
    ),
    (
        "南门小馆(东湖店)没有豆腐这道菜。老街面馆(河西店)评分4.5分。",
        "南门小馆(东湖店)没有豆腐。",
        "老街面馆(河西店)没有豆腐。",
    ),
    (
        "周一至周日营业。",
        "营业时间周一至周日。",
        "营业时间周一至周五。",
    ),
    (
        "系统从试用到推广用了两年。",
        "从试用到推广用了两年。",
        "从推广到试用用了两年。",
    ),
    (
        "It seems the mirror is stale, so the reload is needed. The cache works.",
        "The cache works; it seems the mirror is stale.",
        "The cache works; the mirror is stale.",
    ),
    (
        "The error can be identified and resolved once the log is there.",
        "Once the log is there, the error can be identified and resolved.",
        "Once the log is there, the error was identified and resolved.",
    ),
    (
        "If the field is empty, we skip it.",
        "If the field is empty, it is skipped.",
        "It is skipped.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CASES)
def test_who_what_where_and_how_strictly(source: str, right: str, wrong: str) -> None:
    """The same in another order and voice is believed; with one thing elsewhere it is not."""
    assert list(doubts_of_line(right, [_line(source)])) == []
    assert list(disbelieved(wrong, [_line(source)]))
