"""From a dump to a compared pair of runs, as the README's curl lines do it."""

import json
import os
import re
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.system.dump import small_dump
from tests.system.running import ROOT, Studio

pytestmark = pytest.mark.system
SHARED = Path(os.environ.get("TWINLOOM_SHARED", ROOT.parent / "shared"))
REAL_DUMP = SHARED / "data/ibnetdiscover/dgx_h100_ndr_example.out"


def curl_lines(studio: Studio) -> str:
    """Return the README's REST example, pointed at this studio."""
    text = (ROOT / "README.md").read_text().split("## The same by REST", 1)[1]
    found = re.search(r"```sh\n(.*?)```", text, re.DOTALL)
    assert found
    return found.group(1).replace("http://127.0.0.1:8000", studio.url)


def compared(studio: Studio, dump: Path) -> dict:
    """Run the README's example on a dump and return what its last line answers."""
    done = subprocess.run(
        ["bash", "-eu", "-c", curl_lines(studio)],
        cwd=ROOT,
        env={**studio.environment, "DUMP": str(dump)},
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_the_curl_lines_of_the_readme_compare_ring_and_tree(studio: Studio, tmp_path: Path) -> None:
    dump = tmp_path / "dump.out"
    dump.write_text(small_dump())
    answer = compared(studio, dump)
    ring, tree = answer["runs"]
    assert [ring["status"], tree["status"]] == ["finished", "finished"]
    assert all(rail["granted"] == 120 for rail in tree["summary"]["jobs"][0]["rails"])
    # 6 hosts: the ring sends 2 (6 - 1) / 6 of the vector over each link, the tree once.
    sent = [run["summary"]["jobs"][0]["bytes_per_host"] for run in (ring, tree)]
    assert sent[0] / sent[1] == pytest.approx(2 * 5 / 6)
    assert (
        ring["summary"]["jobs"][0]["communication"]["p50"]
        > tree["summary"]["jobs"][0]["communication"]["p50"]
    )


@pytest.mark.skipif(not REAL_DUMP.exists(), reason="no ../shared/data with the real dump")
def test_the_curl_lines_of_the_readme_work_on_a_real_dump(studio: Studio) -> None:
    answer = compared(studio, REAL_DUMP)
    jobs = [run["summary"]["jobs"][0] for run in answer["runs"]]
    assert [job["hosts"] for job in jobs] == [109, 109]
    assert [job["iterations_done"] for job in jobs] == [120, 120]


def test_the_printed_link_and_a_new_one_sign_in_once_and_a_stranger_gets_no_page(studio: Studio) -> None:
    for made in (lambda: studio.link, studio.new_link):
        link = made()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with browser.open(link, timeout=PATIENCE_S) as page:
            assert '<div id="root">' in page.read().decode()
            assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        for address in (link, f"{studio.url}/"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(address, timeout=PATIENCE_S)
            with refused.value:
                assert refused.value.code in (403, 404, 410)


def test_the_schema_is_openapi_3_1(studio: Studio) -> None:
    schema = studio.ask("GET", "/schema", Accept="application/json")
    assert schema.body["openapi"].startswith("3.1")
