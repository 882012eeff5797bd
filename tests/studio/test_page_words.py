"""Words that the page has for what the server names: none is missing, none is left over."""

import re

from simcore.document.scenario import Algorithm
from simcore.document.workload import Collective
from simcore.formats import FORMATS
from simcore.simulate.algorithms import fitting
from tests.system.running import ROOT

WORDS = ROOT / "frontend/src/pages/import/understood.ts"
COLLECTIVES = ROOT / "frontend/src/pages/launch/algorithms.ts"


def test_the_import_page_names_every_format_that_is_read():
    table = re.search(r"FORMAT_NAMES[^{]*\{(.*?)\n\};", WORDS.read_text(encoding="utf-8"), re.DOTALL)
    assert table
    named = set(re.findall(r'^  "?([\w-]+)"?:', table[1], re.MULTILINE))
    assert named == set(FORMATS) | {"fabric"}


def test_the_run_panel_offers_the_algorithms_that_do_a_collective():
    text = COLLECTIVES.read_text(encoding="utf-8")
    table = re.search(r"COLLECTIVES[^=]*= \{(.*?)\n\};", text, re.DOTALL)
    assert table
    offered = {
        name: re.findall(r'"([\w-]+)"', by)
        for name, by in re.findall(r'^  "?([\w-]+)"?: \{.*?by: \[(.*?)\]', table[1], re.DOTALL | re.MULTILINE)
    }
    # What is one way by several names is offered by one: every pair for itself, a token around the ring.
    # Only of an all-reduce does "auto" choose by size.
    other_names = {
        "all-to-all": {"ring", "ring-steps", "in-network"},
        "barrier": {"ring-steps"},
        "send-recv": {algorithm.value for algorithm in Algorithm} - {"direct"},
    }
    for collective in Collective:
        does = {algorithm.value for algorithm in fitting(collective)} - other_names.get(collective, set())
        assert set(offered[collective]) == (does if collective == "all-reduce" else does - {"auto"})
