"""What the environment says: defaults, addresses, the key that is kept, a socket path that fits."""

import os

import pytest

from studio.environment import LONGEST_SOCKET_PATH, BadEnvironmentError, names_of, read_environment


@pytest.fixture
def read(tmp_path, monkeypatch):
    """Return what reads an environment of these variables alone."""

    def read_with(**variables: str):
        for name in [name for name in os.environ if name.startswith("TWINLOOM_")]:
            monkeypatch.delenv(name)
        for name in ("REDIS_URL", "DATABASE_URL", "SECRET_KEY"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return read_environment(tmp_path)

    return read_with


def test_without_variables_it_is_loopback_sqlite_and_the_embedded_broker(read, tmp_path):
    found = read()
    assert (found.host, found.port, found.is_local, found.debug) == ("127.0.0.1", 8000, True, False)
    assert (found.data, found.redis_url, found.database) == (tmp_path / ".run", None, None)
    assert found.data.stat().st_mode & 0o077 == 0


def test_frames_are_kept_for_thirty_days_another_time_or_for_good(read):
    assert read().frame_days == 30
    assert [read(TWINLOOM_FRAME_DAYS=days).frame_days for days in ("1", "0", "36500")] == [1, 0, 36_500]
    for days in ("-1", "a week", "1.5", "36501", "9" * 5_000):
        with pytest.raises(BadEnvironmentError, match="TWINLOOM_FRAME_DAYS is no number of days"):
            read(TWINLOOM_FRAME_DAYS=days)


def test_the_key_is_made_once_and_kept_for_its_owner_alone(read):
    first = read()
    assert read().secret_key == first.secret_key
    assert len(first.secret_key) >= 50
    assert (first.data / "secret_key").stat().st_mode & 0o077 == 0
    assert read(SECRET_KEY="given").secret_key == "given"


def test_a_database_and_a_broker_that_are_given_are_taken(read):
    found = read(DATABASE_URL="postgres://u:p@db:5433/twin", REDIS_URL="redis://broker:6379/0")
    assert found.database["ENGINE"] == "django.db.backends.postgresql"
    assert (found.database["HOST"], found.database["PORT"], found.database["NAME"]) == ("db", 5433, "twin")
    assert found.redis_url == "redis://broker:6379/0"


@pytest.mark.parametrize(
    ("host", "is_local"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("127.8.8.8", True),
     ("0.0.0.0", False), ("::", False), ("10.0.0.7", False), ("studio.example", False)],
)  # fmt: skip
def test_only_loopback_addresses_are_local(read, host, is_local):
    assert read(TWINLOOM_HOST=host).is_local == is_local


def test_a_studio_answers_to_the_names_it_is_bound_to():
    assert names_of("127.0.0.1") == ["localhost", "127.0.0.1", "[::1]"]
    assert "10.0.0.7" in names_of("10.0.0.7")
    assert "*" not in names_of("0.0.0.0")


def test_the_path_of_the_brokers_socket_fits_however_deep_the_data_lies(read, tmp_path):
    shallow, deep = read(TWINLOOM_DATA="/tmp/twl-test"), read(TWINLOOM_DATA=str(tmp_path / ("d" * 120)))
    assert shallow.broker_socket == shallow.data / "broker.sock"
    assert len(str(deep.broker_socket)) <= LONGEST_SOCKET_PATH
    assert deep.broker_socket == read(TWINLOOM_DATA=str(deep.data)).broker_socket
    assert deep.broker_socket.parent != read(TWINLOOM_DATA=str(tmp_path / ("e" * 120))).broker_socket.parent
    shallow.data.joinpath("secret_key").unlink()
    shallow.data.rmdir()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        *(("TWINLOOM_PORT", value) for value in ("", "abc", "80.5", "-1", "65536", "\u0664\u0662")),
        *(("TWINLOOM_DATA", value) for value in ("", "/proc/none/of/ours", "/dev/null", "~not.anybody/x")),
        *(("TWINLOOM_HOST", value) for value in ("", " ")),
        *(("TWINLOOM_ALLOWED_HOSTS", value) for value in ("", ",")),
        ("TWINLOOM_TRUSTED_ORIGINS", "twin.example.org"),
        ("TWINLOOM_DEBUG", "maybe"),
        *(("REDIS_URL", value) for value in ("broker:6379", "http://b", "redis://b:port/0", "redis://b/first")),
        *(
            ("DATABASE_URL", value)
            for value in ("twin.sqlite3", "postgers://u:p@db/x", "mysql://u:p@db/x", "postgres://u:p@db:x/x", "postgres://db")
        ),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_used_is_refused_in_one_line_that_names_it(read, variable, value):
    with pytest.raises(BadEnvironmentError) as refused:
        read(**{variable: value})
    assert refused.value.variable == variable
    assert str(refused.value).startswith(f"{variable} ")
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("variable", ["REDIS_URL", "DATABASE_URL"])
def test_a_refusal_does_not_repeat_a_password(read, variable):
    with pytest.raises(BadEnvironmentError) as refused:
        read(**{variable: "nothing://ada:hunter2@there/x"})
    assert "hunter2" not in str(refused.value)


def test_a_key_file_that_holds_no_key_is_named(read, tmp_path):
    read().data.joinpath("secret_key").write_bytes(b"\xff\xfe")
    with pytest.raises(BadEnvironmentError, match="secret_key"):
        read()


def test_a_key_that_begins_with_a_dollar_is_taken_as_it_is(read):
    assert read(SECRET_KEY="$not-a-variable").secret_key == "$not-a-variable"
