"""What the switches of a tree can do together: the least of each."""

from collections.abc import Sequence
from math import isinf

from simcore.topology import AggregationLimits, Segments, Streaming, Topology
from simcore.traffic.collectives.crowns import Crown, trees_of


def has_window(limits: AggregationLimits | None) -> bool:
    """Return whether a tree through a switch can be bounded by more than links and reducers."""
    if limits is None:
        return False
    return limits.segments is not None or (
        limits.streaming is not None and not isinf(limits.streaming.window)
    )


def joint_limits(topology: Topology, crowns: Sequence[Crown]) -> tuple[Streaming | None, Segments | None]:
    """Return what all switches of a tree that add can do together, as a stream and in segments."""
    rows = {row for tree in trees_of(crowns) for row in tree.fan_in}
    limits = [each for row in rows if (each := topology.aggregation[row]) is not None]
    return _joint_stream(limits), _joint_segments(limits)


def _joint_stream(limits: Sequence[AggregationLimits]) -> Streaming | None:
    streams = [each.streaming for each in limits]
    known = [each for each in streams if each is not None]
    if not known or len(known) < len(streams):
        return None
    return Streaming(
        wire_share=min(each.wire_share for each in known),
        start=max(each.start for each in known),
        window=min(each.window for each in known),
        most=min(each.most for each in known),
    )


def _joint_segments(limits: Sequence[AggregationLimits]) -> Segments | None:
    segments = [each.segments for each in limits]
    known = [each for each in segments if each is not None]
    if not known or len(known) < len(segments):
        return None
    return Segments(
        payload=min(each.payload for each in known),
        start=max(each.start for each in known),
        step=max(each.step for each in known),
    )
