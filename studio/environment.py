"""What the environment says, typed: the only place where variables are read.

Profiles come from the absence of variables, not from a second settings file: without ``REDIS_URL`` the
embedded broker is used, without ``DATABASE_URL`` SQLite, without ``TWINLOOM_HOST`` the loopback address.
"""

import hashlib
import ipaddress
import os
import secrets
import socket
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import environ

VERSION: Final = "0.1.0"
LONGEST_SOCKET_PATH: Final = 100  # a unix socket's path ends at 107 bytes on Linux, 103 on macOS


@dataclass(frozen=True, slots=True)
class Environment:
    """The settings that differ from one installation to the next."""

    data: Path
    host: str
    port: int
    allowed_hosts: tuple[str, ...]
    trusted_origins: tuple[str, ...]
    redis_url: str | None
    database: dict[str, Any] | None
    secret_key: str
    code_version: str
    page_build: Path
    debug: bool

    @property
    def is_local(self) -> bool:
        """Tell whether only this machine can reach the studio, so that a one-time link is enough."""
        return is_loopback(self.host)

    @property
    def broker_socket(self) -> Path:
        """Where the embedded broker listens: in the data folder, or in a short one if that is too long."""
        path = self.data / "broker.sock"
        if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
            return path
        digest = hashlib.sha256(os.fsencode(self.data)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"twinloom-{digest}" / "broker.sock"


def read_environment(base: Path) -> Environment:
    """Return the environment of a studio whose code lies in ``base``; makes the data folder and its key."""
    env = environ.Env()
    data = Path(env.str("TWINLOOM_DATA", default=str(base / ".run"))).expanduser().resolve()
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    host = env.str("TWINLOOM_HOST", default="127.0.0.1")
    return Environment(
        data=data,
        host=host,
        port=env.int("TWINLOOM_PORT", default=8000),
        allowed_hosts=tuple(env.list("TWINLOOM_ALLOWED_HOSTS", default=names_of(host))),
        trusted_origins=tuple(env.list("TWINLOOM_TRUSTED_ORIGINS", default=[])),
        redis_url=env.str("REDIS_URL", default="") or None,
        database=env.db_url("DATABASE_URL") if env.str("DATABASE_URL", default="") else None,
        secret_key=env.str("SECRET_KEY", default="") or _kept_secret(data / "secret_key"),
        code_version=env.str("TWINLOOM_CODE_VERSION", default="") or _code_version(base),
        page_build=base / "frontend" / "dist",
        debug=env.bool("TWINLOOM_DEBUG", default=False),
    )


def is_loopback(host: str) -> bool:
    """Tell whether an address reaches no further than this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def names_of(host: str) -> list[str]:
    """Return the Host headers that a studio bound to ``host`` answers to."""
    local = ["localhost", "127.0.0.1", "[::1]"]
    if is_loopback(host):
        return local
    everywhere = host in ("0.0.0.0", "::")
    return [*local, socket.gethostname() if everywhere else host]


def _kept_secret(path: Path) -> str:
    """Return the key kept in ``path``, made on the first call; of two makers at once the first wins."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip() or _made_again(path)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))
    return path.read_text(encoding="ascii").strip()


def _made_again(path: Path) -> str:
    """Return a new key in place of an empty file, which a start cut short may leave behind."""
    path.write_text(secrets.token_urlsafe(50), encoding="ascii")
    return path.read_text(encoding="ascii").strip()


def _code_version(base: Path) -> str:
    """Return the version, with the commit where the code lies in a git working copy."""
    head = base / ".git" / "HEAD"
    try:
        commit = head.read_text(encoding="ascii").strip()
        if commit.startswith("ref: "):
            commit = (base / ".git" / commit.removeprefix("ref: ")).read_text(encoding="ascii").strip()
    except OSError:
        return VERSION
    return f"{VERSION}+{commit[:10]}"
