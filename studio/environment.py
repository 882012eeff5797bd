"""What the environment says, typed: the only place where variables are read.

Profiles come from the absence of variables, not from a second settings file: without ``REDIS_URL`` the
embedded broker is used, without ``DATABASE_URL`` SQLite, without ``TWINLOOM_HOST`` the loopback address. A
value that cannot be used is refused; it never gives the default.
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
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import Env

from studio.code_version import code_version

LONGEST_SOCKET_PATH: Final = 100  # a unix socket's path ends at 107 bytes on Linux, 103 on macOS
HIGHEST_PORT: Final = 65_535
MOST_DAYS: Final = 36_500
YES: Final = ("1", "true", "yes", "on")
NO: Final = ("", "0", "false", "no", "off")
POSTGRES: Final = ("postgres", "postgresql")
BROKERS: Final = ("redis", "rediss")


class BadEnvironmentError(ImproperlyConfigured):
    """A variable that cannot be used. The message says in one line which, why, and what would help."""

    def __init__(self, variable: str, says: str) -> None:
        super().__init__(f"{variable} {says}")
        self.variable = variable


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
    frame_days: int
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
    """Return the environment of a studio whose code lies in ``base``; makes the data folder and its key.

    Raises
    ------
    BadEnvironmentError
        If a variable has a value that cannot be used.
    """
    data = _data_folder(_text("TWINLOOM_DATA", str(base / ".run")))
    host = _text("TWINLOOM_HOST", "127.0.0.1")
    return Environment(
        data=data,
        host=host,
        port=_port(_text("TWINLOOM_PORT", "8000")),
        allowed_hosts=_listed(_text("TWINLOOM_ALLOWED_HOSTS", ",".join(names_of(host)))),
        trusted_origins=_origins(_listed(os.environ.get("TWINLOOM_TRUSTED_ORIGINS", ""))),
        redis_url=_broker(os.environ.get("REDIS_URL", "")),
        database=_database(os.environ.get("DATABASE_URL", "")),
        secret_key=os.environ.get("SECRET_KEY") or _kept_secret(data / "secret_key"),
        code_version=os.environ.get("TWINLOOM_CODE_VERSION") or code_version(base),
        page_build=base / "frontend" / "dist",
        frame_days=_days(_text("TWINLOOM_FRAME_DAYS", "30")),
        debug=_is_on("TWINLOOM_DEBUG"),
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


def _text(variable: str, default: str) -> str:
    """Return a variable that may be absent but not empty."""
    text = os.environ.get(variable, default).strip()
    if not text.strip(","):
        raise BadEnvironmentError(variable, f"is set to nothing: unset it for {default}, or give a value")
    return text


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= HIGHEST_PORT):
        raise BadEnvironmentError(
            "TWINLOOM_PORT", f"is no port: {text!r}. Give a number up to {HIGHEST_PORT}"
        )
    return int(text)


def _days(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= MOST_DAYS):
        raise BadEnvironmentError(
            "TWINLOOM_FRAME_DAYS",
            f"is no number of days: {text!r}. Give 0 to {MOST_DAYS}; 0 keeps all frames",
        )
    return int(text)


def _is_on(variable: str) -> bool:
    text = os.environ.get(variable, "").strip().lower()
    if text not in YES + NO:
        raise BadEnvironmentError(variable, f"is neither on nor off: {text!r}. Give 1 or 0")
    return text in YES


def _origins(origins: tuple[str, ...]) -> tuple[str, ...]:
    for origin in origins:
        if not origin.startswith(("http://", "https://")):
            raise BadEnvironmentError(
                "TWINLOOM_TRUSTED_ORIGINS",
                f"holds {origin!r} without a scheme: write https://twin.example.org",
            )
    return origins


def _broker(url: str) -> str | None:
    """Return the address of a broker, None without one. It may hold a password, so no message repeats it."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        number = parts.path.strip("/")
        is_right = parts.scheme in BROKERS and parts.port != 0 and (not number or number.isdecimal())
    except ValueError:
        is_right = False
    if not is_right:
        raise BadEnvironmentError(
            "REDIS_URL", "is not the address of a Redis or Valkey: write redis://user:password@host:6379/0"
        )
    return url


def _database(url: str) -> dict[str, Any] | None:
    """Return Django's settings of a PostgreSQL database, None without one; no message repeats the address."""
    if not url:
        return None
    try:
        database: dict[str, Any] = Env.db_url_config(url) if urlsplit(url).scheme in POSTGRES else {}
    except ValueError:
        database = {}
    if not database.get("NAME"):
        raise BadEnvironmentError(
            "DATABASE_URL",
            "is not the address of a PostgreSQL database: write postgres://user:password@host:5432/name, "
            "or unset it for SQLite",
        )
    return database


def _data_folder(text: str) -> Path:
    """Return the data folder, made where it was not there, for its owner alone."""
    try:
        folder = Path(text).expanduser().resolve()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:
        raise _bad_folder(text, error) from None
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise BadEnvironmentError("TWINLOOM_DATA", f"is a folder that may not be written to: {text!r}")
    return folder


def _bad_folder(text: str, error: Exception) -> BadEnvironmentError:
    says = getattr(error, "strerror", None) or str(error)
    return BadEnvironmentError("TWINLOOM_DATA", f"cannot be the data folder: {text!r}: {says}")


def _kept_secret(path: Path) -> str:
    """Return the key kept in ``path``, made on the first call; of two makers at once the first wins."""
    try:
        try:
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            return path.read_text(encoding="ascii").strip() or _made_again(path)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise _bad_folder(str(path), error) from None
    except UnicodeDecodeError:
        raise BadEnvironmentError(
            "TWINLOOM_DATA", f"holds no key in {str(path)!r}: delete that file for a new one"
        ) from None


def _made_again(path: Path) -> str:
    """Return a new key in place of an empty file, which a start cut short may leave behind."""
    path.write_text(secrets.token_urlsafe(50), encoding="ascii")
    return path.read_text(encoding="ascii").strip()
