"""How exact a run is: what may be taken together, and what may be left as it is (docs/model/sharing.md)."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Tolerances:
    """Two shares below which a difference does not count; both 0 is exact.

    Attributes
    ----------
    coalesce
        Ends of streams that nobody waits for are one event where they lie closer together than this share of
        the time elapsed since a stream started last.
    spread
        A change of rates is not passed on where it is below this share of a rate.

    Raises
    ------
    ValueError
        If one of them is not from 0 to 0.1.
    """

    coalesce: float = 0.0
    spread: float = 0.0

    def __post_init__(self) -> None:
        for name, share in (("coalesce", self.coalesce), ("spread", self.spread)):
            if not 0.0 <= share <= LARGEST:
                raise ValueError(f"the tolerance {name} must be from 0 to {LARGEST}, got {share}")


# Beyond it the approximations say nothing any more.
LARGEST: Final = 0.1
EXACT: Final = Tolerances()
# No completion of the reference flows w5 moves by 0.2 %: docs/model/sharing.md.
DEFAULT: Final = Tolerances(coalesce=0.002, spread=0.001)
