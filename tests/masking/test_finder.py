"""What is taken for a secret, and what is not."""

from __future__ import annotations

import pytest

from uagent_memory.masking import Masker, find_secrets

SECRETS = [
    ("export AWS_ACCESS_KEY_ID=AKIAQ3EGRVZ7XK4TPLNM", "aws-key", "AKIAQ3EGRVZ7XK4TPLNM"),
    (
        "aws_secret_access_key = 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",
        "api-key",
        "wJq8rXUtnFE3I/K7MDv9G/bPxRfiCYzzTqLm9012",
    ),
    (
        "git clone https://x-access-token:ghs_a8Kd92mXnQ7vLrT5wYzB1cEfGhJkMnPqRsTu@github.com/a/b",
        "github-token",
        "ghs_a8Kd92mXnQ7vLrT5wYzB1cEfGhJkMnPqRsTu",
    ),
    (
        "OPENAI_API_KEY=sk-proj-Ab3dE5fG7hI9jK1lM3nO5pQ7",
        "api-key",
        "sk-proj-Ab3dE5fG7hI9jK1lM3nO5pQ7",
    ),
    ("DATABASE_URL=postgres://app:k9Xw2pQz@db.internal:5432/prod", "password", "k9Xw2pQz"),
    ("redis://:Zt7mPq2x@cache:6379/0", "password", "Zt7mPq2x"),
    ('password: "hunter2!"', "password", "hunter2!"),
    ("DB_PASSWORD=Tr0ub4dor&3x", "password", "Tr0ub4dor&3x"),
    ("The password is kX9mQ2vR7t.", "password", "kX9mQ2vR7t"),
    ("数据库密码是 Qw8kLm2Zx9，不要外传", "password", "Qw8kLm2Zx9"),
    ("令牌为 9aK3mZ8qLw5xRt2vAb", "token", "9aK3mZ8qLw5xRt2vAb"),
    (
        'curl -H "Authorization: Bearer a8f9d7s6a5d4f3g2h1j0k9l8" https://api.example.com',
        "token",
        "a8f9d7s6a5d4f3g2h1j0k9l8",
    ),
    ("curl -u admin:Zx81kQw9 https://x.example", "password", "Zx81kQw9"),
    ("Cookie: theme=dark; sid=a8f9d7s6a5d4f3g2h1", "cookie", "a8f9d7s6a5d4f3g2h1"),
    (
        "client_secret=8Q~xYz1.AbC2dEf3GhI4jKl5MnO6pQr7",
        "secret",
        "8Q~xYz1.AbC2dEf3GhI4jKl5MnO6pQr7",
    ),
    ("deploy --token 9aK3mZ8qLw5xRt2v --force", "token", "9aK3mZ8qLw5xRt2v"),
    ("X-Api-Key: 7kQ2mZ9xLw4tRv8nBc", "token", "7kQ2mZ9xLw4tRv8nBc"),
    (
        "https://api.x.example/v1?api_key=8dK2mQ9xLw4tRv8nBc&limit=3",
        "api-key",
        "8dK2mQ9xLw4tRv8nBc",
    ),
    ("my api key is 8dK2mQ9xLw4tRv8nBc", "api-key", "8dK2mQ9xLw4tRv8nBc"),
    ("machine git.example login bob password Zx81kQw9", "password", "Zx81kQw9"),
    (
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI5ODc2NTQzIn0.dozjgNryP4J3jVmNHl0w5N",
        "jwt",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI5ODc2NTQzIn0.dozjgNryP4J3jVmNHl0w5N",
    ),
]

HARMLESS = [
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "index 9fceb02..d0ae598 100644",
    "token = 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "cache_key: 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "token: 123e4567-e89b-12d3-a456-426614174000",
    "password=password",
    'password = os.environ["DB_PASSWORD"]',
    "password: ${DB_PASSWORD}",
    'password="test123"',
    'password = "wrongpass1"',
    'api_key: "your-api-key-here"',
    "def login(password: str, token: Token2)",
    "self.token = parse_token2(raw)",
    "max_tokens=4096, tokens: 12,345 of 200,000",
    'secret = "my-secret-name"',
    "secretName: app-tls-v1",
    "the token is expired and the password is wrong",
    '"password": "required|min:8"',
    "密码是用户自己设置的，密码错误",
    "postgresql://user:password@localhost/dbname",
    "Authorization: Bearer <token>",
    "apiKey: process.env.OPENAI_API_KEY1",
    "uses: actions/checkout@v4, see http://localhost:8080/a@b",
    "secret = secrets.token_hex(16)",
    'token "a1b2" not found',
    "password: [SECRET:password:1]",
]


@pytest.mark.parametrize(("text", "kind", "value"), SECRETS)
def test_secrets_are_found(text: str, kind: str, value: str) -> None:
    """Kind and exact extent, so that what stands around a secret stays readable."""
    assert [(secret.kind, secret.value) for secret in find_secrets(text)] == [(kind, value)]


@pytest.mark.parametrize("text", HARMLESS)
def test_hashes_placeholders_and_code_are_none(text: str) -> None:
    """Git hashes, UUIDs, fixtures, variables and prose stay as they are."""
    assert find_secrets(text) == []
    assert Masker([text]).mask(text) == text


@pytest.mark.parametrize(
    "piece",
    [
        "password: ",
        "ookie: a=b; ",
        "token=",
        "eyJ-",
        "://a:",
        "密码是",
        "-----BEGIN PRIVATE KEY-----",
    ],
)
def test_a_text_of_nothing_but_anchors_hides_no_secret(piece: str) -> None:
    """At any length: nothing is found in it, and the one secret behind it is."""
    text = piece * (80_000 // len(piece))
    assert find_secrets(text) == []
    [secret] = find_secrets(f"{text}\n\nAKIAQ3EGRVZ7XK4TPLNM\n")
    assert "AKIAQ3EGRVZ7XK4TPLNM" in secret.value
