"""What holds for the checks on any document at all, however broken, and on a very large one."""

import time
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.document.capabilities import Aggregation, AggregationProfile
from simcore.document.catalogue import CABLE_TYPES
from simcore.document.checks import check
from simcore.document.fabric import Accepted, Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.document.findings import Severity

IDS = "abcdefgh"
SPEEDS = (None, 1e-300, 25.0, 100.0, 390.0, 400.0, 1e300)


def any_document(seed: int) -> FabricDocument:
    """Return a document of a few types, devices and cables of which nothing need fit."""
    pick = Random(seed)
    few = pick.choice((1, 4, 12, 20))

    def block() -> PortBlock:
        return PortBlock(
            name=pick.choice(("p", "p1", "q")), count=pick.randint(1, 4), gbps=pick.choice(SPEEDS)
        )

    def address() -> str:
        return f"{pick.choice(IDS)}/{pick.choice(('p', 'p1', 'p2', 'p3', 'p4', 'q', 'q1', 'z'))}"

    return FabricDocument(
        device_types=tuple(
            DeviceType(
                id=name,
                kind=pick.choice(list(DeviceKind)),
                ports=tuple(block() for _ in range(pick.randint(0, 3))),
                gpus=pick.randint(0, 8),
                aggregation=Aggregation(
                    profile=pick.choice([each for each in AggregationProfile if each != "custom"])
                ),
            )
            for name in pick.sample("tuvt", pick.randint(0, 4))
        ),
        devices=tuple(
            Device(id=pick.choice(IDS), type=pick.choice("tuvw"), name=pick.choice(("", "x", "y")))
            for _ in range(pick.randint(0, few))
        ),
        cables=tuple(
            Cable(
                id=f"c{pick.randint(0, few)}",
                a=address(),
                b=address(),
                gbps=pick.choice(SPEEDS),
                length_m=pick.choice((None, 1e-9, 5.0, 1e9)),
                medium=pick.choice((None, "none", *CABLE_TYPES)),
            )
            for _ in range(pick.randint(0, few))
        ),
        tier_names=("leaf", "")[: pick.randint(0, 2)],
        accepted=(Accepted(rule="speed.odd", objects=("c1",)),)[: pick.randint(0, 1)],
    )


documents = st.integers(0, 2**32).map(any_document)


@given(documents)
@settings(max_examples=200, deadline=None)
def test_every_finding_points_into_the_document_and_names_what_is_there(document: FabricDocument):
    content = document.model_dump(mode="json")
    there = {each.id for part in ("device_types", "devices", "cables") for each in getattr(document, part)}
    told = {name for each in document.accepted for name in each.objects}
    for finding in check(document):
        at = content
        for step in finding.at.split("/")[1:]:
            at = at[int(step)] if isinstance(at, list) else at[step]
        assert set(finding.objects) <= there | told
        assert finding.says.isprintable()


@given(documents)
@settings(max_examples=50, deadline=None)
def test_what_was_accepted_is_told_of_as_often_as_before(document: FabricDocument):
    before = check(document.model_copy(update={"accepted": ()}))
    accepted = tuple(
        Accepted(rule=each.rule, objects=each.objects, note="known")
        for each in before
        if each.severity is not Severity.ERROR
    )
    after = check(document.model_copy(update={"accepted": accepted}))
    assert [each.model_copy(update={"accepted": None}) for each in after] == before
    assert all((each.accepted == "known") == (each.severity is not Severity.ERROR) for each in after)


def large() -> FabricDocument:
    """Return 2,048 servers of 8 adapters below 512 leaves, 512 spines and 256 cores of 64 ports.

    32 servers and 8 leaves make a rail-aligned unit, 32 leaves and 32 spines a pod; 3 · 16,384 cables.
    """
    switch = DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=64, gbps=400),))
    adapters = tuple(PortBlock(name=f"nic{rail}", gbps=400) for rail in range(8))
    server = DeviceType(id="srv", kind=DeviceKind.SERVER, ports=adapters, gpus=8)
    ends = [
        *((f"h{h}/nic{r}", f"l{h // 32 * 8 + r}/p{h % 32 + 1}") for h, r in product(range(2048), range(8))),
        *(
            (f"l{leaf}/p{33 + up}", f"s{leaf // 32 * 32 + up}/p{leaf % 32 + 1}")
            for leaf, up in product(range(512), range(32))
        ),
        *(
            (f"s{spine}/p{33 + up}", f"c{spine % 8 * 32 + up}/p{spine // 32 * 4 + spine % 32 // 8 + 1}")
            for spine, up in product(range(512), range(32))
        ),
    ]
    return FabricDocument(
        device_types=(switch, server),
        devices=(
            *(Device(id=f"h{host}", type="srv") for host in range(2048)),
            *(
                Device(id=f"{letter}{n}", type="sw")
                for letter, of in zip("lsc", (512, 512, 256), strict=True)
                for n in range(of)
            ),
        ),
        cables=tuple(Cable(id=f"{row}", a=a, b=b, gbps=400) for row, (a, b) in enumerate(ends)),
    )


def test_sixteen_thousand_gpus_are_checked_in_two_seconds():
    """Processor time, for a test shares its machine; one cable is moved, so that something is found."""
    document = large()
    moved = document.cables[20_000].model_copy(update={"b": "s500/p64"})
    odd = document.model_copy(
        update={"cables": (*document.cables[:20_000], moved, *document.cables[20_001:])}
    )
    begin = time.process_time()
    clean, found = check(document), check(odd)
    assert time.process_time() - begin < 4
    assert {each.severity for each in clean} == {Severity.NOTE}
    assert any(moved.id in each.objects for each in found)
