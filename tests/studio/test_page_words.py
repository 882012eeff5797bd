"""Words that the page has for what the server names: none is missing, none is left over."""

import re

from simcore.formats import FORMATS
from tests.system.running import ROOT

WORDS = ROOT / "frontend/src/pages/import/understood.ts"


def test_the_import_page_names_every_format_that_is_read():
    table = re.search(r"FORMAT_NAMES[^{]*\{(.*?)\n\};", WORDS.read_text(encoding="utf-8"), re.DOTALL)
    assert table
    named = set(re.findall(r'^  "?([\w-]+)"?:', table[1], re.MULTILINE))
    assert named == set(FORMATS) | {"fabric"}
