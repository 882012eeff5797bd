"""Whatever is sent, the answer is never a 500: random bodies, parameters, headers and files at every path."""

import re
from random import Random
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simcore.document.amendments import Amendments
from simcore.document.fabric import FabricDocument
from tests.api_client import ApiClient, as_json, body, pointers, problem
from tests.records import all_reduce, kept, leaf_spine, person, queued_run
from twin.services.fabrics import name_of_import

OPERATIONS = [
    (method.upper(), path.removeprefix("/api/v1"))
    for path, methods in SchemaGenerator().get_schema(request=None, public=True)["paths"].items()
    for method in methods
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from(
    ["document", "name", "project", "parameters", "fabric", "workload", "scenario", "seed", "jobs", "devices",
     "cables", "format", "kind", "file"]
)  # fmt: skip
BODIES = st.dictionaries(KEYS, JSON, max_size=5)
quick = settings(
    max_examples=8,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


NAMES = st.sampled_from(["limit", "offset", "name", "runs", "project", "x"])
REQUESTS = st.fixed_dictionaries(
    {
        "body": BODIES,
        "raw": st.binary(max_size=60),
        "query": st.dictionaries(NAMES, st.text(), max_size=3),
        "header": st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12),
    }
)


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
@quick
@given(junk=REQUESTS)
def test_junk_gets_a_clear_answer(api, method, path, junk):
    run = queued_run(person())
    ids = {
        "fabrics": run.fabric.record_id,
        "workloads": run.workload.record_id,
        "scenarios": run.scenario.record_id,
        "projects": run.project_id,
        "runs": run.id,
        **kept(person()),
    }
    filled = re.sub(r"\{\w+_id\}", str(ids.get(path.split("/")[1], uuid4())), path)
    filled = (
        filled.replace("{name}", "fat-tree").replace("{number}", "1")
        + "?"
        + urlencode(junk["query"], errors="ignore")
    )
    headers = {"If_Match": junk["header"], "Range": junk["header"]}
    for answer in (
        api.send(method, filled, junk["body"], **headers),
        api.send(method, filled, content=junk["raw"], **headers),
    ):
        assert answer.status_code < 500, answer.content
        if answer.status_code >= 400:
            problem(answer, answer.status_code)


MALFORMED = {
    "empty": b"",
    "blank": b"   ",
    "cut off": b"{",
    "a list": b"[]",
    "null": b"null",
    "a string": b'"x"',
    "an object without what is needed": b"{}",
    "not UTF-8": b"\xff\xfe{}",
    "not a number": b'{"name": NaN}',
    "infinite": b'{"document": Infinity}',
    "half a character": b'{"name": "\\ud800"}',
    "a zero character": b'{"name": "a\\u0000b"}',
    "a number beyond all": b'{"name": 1e999}',
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"document":' * 5_000,
    "a hundred thousand digits": b'{"name": ' + b"9" * 100_000 + b"}",
}


@pytest.mark.django_db
@pytest.mark.parametrize("content", MALFORMED.values(), ids=MALFORMED)
@pytest.mark.parametrize("path", ["/fabrics", "/runs", "/projects", "/templates/leaf-spine"])
def test_a_malformed_body_is_a_400(api, path, content):
    answer = api.send("POST", path, content=content)
    if path.startswith("/templates") and content == b"{}":
        assert answer.status_code == 200
    else:
        problem(answer, 400)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [-1, 2**32, 10**300, 1.5, "one", None, True, [1], 1e308])
def test_a_seed_out_of_range_is_a_400_with_its_pointer_or_the_scenarios_own(api, seed):
    run = queued_run(person())
    parts = {"fabric": str(run.fabric.record_id), "workload": str(run.workload.record_id),
             "scenario": str(run.scenario.record_id)}  # fmt: skip
    answer = api.send("POST", "/runs", {**parts, "seed": seed})
    if seed is None or seed is True:  # true is 1 in JSON's lenient reading
        assert answer.status_code in (201, 400)
    else:
        assert pointers(answer) == {"/seed"}


@pytest.mark.django_db
def test_a_negative_size_and_an_unknown_width_are_named(api):
    workload = as_json(all_reduce())
    workload["jobs"][0]["size_bytes"] = -1
    assert pointers(api.send("POST", "/workloads", {"document": workload})) == {"/document/jobs/0/size_bytes"}
    fabric = as_json(leaf_spine())
    fabric["cables"][0]["gbps"] = "wide"
    assert pointers(api.send("POST", "/fabrics", {"document": fabric})) == {"/document/cables/0/gbps"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/fabrics?limit=0", "1 parameter of the address is not right"),
        ("/fabrics?limit=0&offset=x", "2 parameters of the address are not right"),
    ],
)
def test_one_and_several_are_told_apart_in_an_address(api, path, says):
    assert problem(api.get(path), 400).detail == says


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "sent", "says"),
    [
        ("/workloads", {"document": {"jobs": 1}}, "1 field is not right"),
        ("/workloads", {"document": {"jobs": 1, "flows": 1}}, "2 fields are not right"),
        ("/templates/leaf-spine", {"parameters": {"leaves": 0}}, "1 parameter is not right"),
        ("/templates/leaf-spine", {"parameters": {"leaves": 0, "spines": 0}}, "2 parameters are not right"),
    ],
)
def test_one_and_several_are_told_apart_in_a_body(api, path, sent, says):
    assert problem(api.send("POST", path, sent), 400).detail == says


@pytest.mark.django_db
def test_another_content_type_a_path_and_a_method_that_are_not_there_are_problems(api):
    problem(
        api.send("POST", "/projects", content=b"name=x", Content_Type="application/x-www-form-urlencoded"),
        415,
    )
    problem(api.get("/nothing/here"), 404)
    problem(api.get("/fabrics/not-a-uuid"), 404)
    problem(api.send("DELETE", "/fabrics"), 405)
    problem(api.get("/me", Accept="text/html"), 406)
    problem(api.get("/me", Host="elsewhere.example"), 400)


@pytest.mark.django_db
def test_a_body_beyond_the_limit_is_a_413(api, settings):
    settings.BODY_LIMIT = settings.FILES_LIMIT = 1_000
    problem(api.send("POST", "/projects", {"name": "x" * 2_000}), 413)
    large = SimpleUploadedFile("dump.txt", b"x" * 2_000)
    problem(api.upload("/imports", file=large), 413)


PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content", [b"", PICTURE, b"\x1f\x8b\x08\x00broken", b"vendid=0x2c9\n" * 3, b"hello, world\n"],
    ids=["empty", "picture", "broken gzip", "cut off", "prose"],
)  # fmt: skip
def test_a_file_that_is_no_dump_gets_words_and_is_not_saved(api, content):
    for path in ("/imports", "/fabrics/import"):
        answer = api.upload(path, file=SimpleUploadedFile("dump.txt", content))
        if answer.status_code in (200, 201):  # read as far as it goes: then the findings say what is missing
            assert body(answer, answer.status_code)["findings"]
        else:
            problem(answer, 400)


@pytest.mark.django_db
def test_a_problem_quotes_nothing_that_would_steer_a_terminal(api):
    noise = Random(1).randbytes(3_000)
    for content in (noise, b"{" + noise, b"plain \x1b[2J words\n"):
        detail = problem(api.upload("/imports", file=SimpleUploadedFile("a.out", content)), 400).detail
        assert detail.isprintable()
    given = {"file": SimpleUploadedFile("x", b"x"), "format": "cunei\x1b[2Jform"}
    assert "cunei\ufffd[2Jform" in problem(api.upload("/imports", **given), 400).detail
    fabric = as_json(leaf_spine())
    fabric["cables"][0]["a"] = "leaf\x1b[2J/p1"
    made = body(api.send("POST", "/fabrics", {"document": fabric}), 201)
    assert made["findings"]
    assert all(each["says"].isprintable() for each in made["findings"])


@pytest.mark.django_db
def test_an_import_without_a_file_or_of_an_unknown_format_says_so(api):
    assert pointers(api.upload("/imports", format="ibnetdiscover")) == {"/file"}
    given = {"file": SimpleUploadedFile("x", b"x"), "format": "cuneiform"}
    assert "cuneiform" in problem(api.upload("/imports", **given), 400).detail
    problem(api.send("POST", "/imports", {"file": "x"}), 415)


SWITCH = """vendid=0x2c9
devid=0xd2f2
sysimgguid=0x1070fd0300000001
switchguid=0x1070fd0300000001(1070fd0300000001)
Switch\t4 "S-1070fd0300000001"\t# "leaf one" enhanced port 0 lid 1 lmc 0
[1]\t"H-1070fd0300000011"[1](1070fd0300000011) \t\t# "host-1 mlx5_0" lid 2 4xNDR
[2]\t"H-1070fd0300000012"[1](1070fd0300000012) \t\t# "host-2 mlx5_0" lid 3 4xNDR

vendid=0x2c9
devid=0x1021
sysimgguid=0x1070fd0300000011
caguid=0x1070fd0300000011
Ca\t1 "H-1070fd0300000011"\t\t# "host-1 mlx5_0"
[1](1070fd0300000011) \t"S-1070fd0300000001"[1]\t\t# lid 2 lmc 0 "leaf one" lid 1 4xNDR

vendid=0x2c9
devid=0x1021
sysimgguid=0x1070fd0300000012
caguid=0x1070fd0300000012
Ca\t1 "H-1070fd0300000012"\t\t# "host-2 mlx5_0"
[1](1070fd0300000012) \t"S-1070fd0300000001"[2]\t\t# lid 3 lmc 0 "leaf one" lid 1 4xNDR
"""


@pytest.mark.django_db
def test_a_dump_is_read_first_and_then_made_a_fabric(api):
    dump = SimpleUploadedFile("small.ibnetdiscover", SWITCH.encode())
    read = body(api.upload("/imports", file=dump))
    facts = (
        read["switches"],
        read["hosts"],
        read["adapters"],
        read["links"],
        read["links_by_gbps"],
        read["tiers"],
    )
    assert facts == (1, 2, 2, 2, {"400": 2}, [1])
    assert body(api.get("/fabrics"))["count"] == 0
    dump.seek(0)
    made = body(api.upload("/fabrics/import", file=dump), 201)
    named = {**read["document"], "name": "small"}
    assert (made["name"], made["counts"]["cables"], made["document"]) == ("small", 2, named)
    dump.seek(0)
    given = body(api.upload("/fabrics/import", file=dump, name="mine"), 201)
    assert (given["name"], given["document"]["name"]) == ("mine", "mine")


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("hall-7_east.ibnetdiscover", "hall 7 east"),
        ("hall_7.out.gz", "hall 7"),
        ("hall.7.txt", "hall.7"),
        ("hall", "hall"),
        ("-.out", "Imported fabric"),
        ("a\x1b[2Jb.out", "a\ufffd[2Jb"),
    ],
)
def test_an_imported_fabric_is_called_like_its_file(file, name):
    assert name_of_import(FabricDocument(), file, Amendments()) == name
    assert name_of_import(FabricDocument(name="Hall 4"), file, Amendments()) == "Hall 4"
    assert name_of_import(FabricDocument(), file, Amendments(neutral_names=True)) == "Imported fabric"
