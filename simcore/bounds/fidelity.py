"""Loss, rounding and quorums: what aggregation costs besides bandwidth."""

from simcore.bounds.bus import checked_ranks

# The largest sum of a 32-bit integer.
INTEGER_RANGE = 2.0**31


def slot_loss(*, rank_count: int, packet_loss: float) -> float:
    """Return how often a slot waits for a packet sent again: 1 - (1 - p)^(2n), n packets up and n down."""
    return 1 - (1 - packet_loss) ** (2 * rank_count)


def loss_factor(*, rank_count: int, packet_loss: float, timeout: float, round_trip: float) -> float:
    """Return what loss leaves of a lossy tree's rate: 1/(1 + P_slot · timeout/round trip).

    DERIVED: one lost packet holds its slot for all members until ``timeout``; ``round_trip`` is how long a
    slot is held without loss. 1 on a lossless network.
    """
    return 1 / (1 + slot_loss(rank_count=rank_count, packet_loss=packet_loss) * timeout / round_trip)


def largest_scale(*, rank_count: int, largest: float) -> float:
    """Return the largest factor by which values up to ``largest`` can be scaled so that no sum overflows."""
    return INTEGER_RANGE / (rank_count * largest)


def fixed_point_error(*, rank_count: int, scale: float) -> float:
    """Return the largest absolute error of a sum of fixed-point numbers, n/(2 f)."""
    return rank_count / (2 * scale)


def rounding_steps_of_ring(rank_count: int) -> int:
    """Return the additions that an element goes through in a ring, n - 1; its error grows with them."""
    return checked_ranks(rank_count) - 1


def rounding_steps_of_tree(fan_ins: tuple[int, ...]) -> int:
    """Return the additions on the longest path of a tree whose tiers add so many inputs, in pairs."""
    return sum((fan_in - 1).bit_length() for fan_in in fan_ins)


def harmonic(count: int) -> float:
    """Return 1 + 1/2 + … + 1/count."""
    return sum(1 / each for each in range(1, count + 1))


def quorum_time(*, rank_count: int, waited_for: int, least: float, tail: float) -> float:
    """Return the mean time until ``waited_for`` of ``rank_count`` ranks are ready, s.

        E = μ + θ (H_n - H_(n-k))

    where each is ready after μ = ``least`` and an exponential time of mean θ = ``tail``.

    Raises
    ------
    ValueError
        If more ranks are waited for than there are, or none.
    """
    if not 1 <= waited_for <= rank_count:
        raise ValueError(f"a quorum of {waited_for} cannot be had of {rank_count} ranks")
    return least + tail * (harmonic(rank_count) - harmonic(rank_count - waited_for))


def useful_share(*, rank_count: int, waited_for: int) -> float:
    """Return k/n: the gradients that count in a step. That learning slows by as much is an ASSUMPTION."""
    return waited_for / rank_count
