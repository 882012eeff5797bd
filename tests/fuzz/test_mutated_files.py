"""A short run of what ``make fuzz`` does with 100,000 mutated files for each reader."""

import pytest

from simcore.formats import FORMATS, read_files
from tests.fuzz.other_readers import OTHERS
from tests.fuzz.seeds import SEEDS
from tests.fuzz.trial import seconds_of, trials

FEW = 60


def test_every_reader_has_a_seed_that_it_alone_recognises_and_reads():
    assert {name for name, _ in SEEDS} == set(FORMATS)
    for name, text in SEEDS:
        assert [each.name for each in FORMATS.values() if each.recognise(text)] == [name]
        document = read_files([("seed.txt", text.encode())]).document
        assert document.device_types and (document.devices or name == "nccl-topology")


@pytest.mark.parametrize("name", [*FORMATS, *OTHERS])
def test_a_mutated_file_is_read_in_part_or_refused_by_name(name: str):
    for trial in trials(name, 0, FEW):
        seconds_of(trial)
