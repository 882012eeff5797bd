"""What is said of the links of a folded run: of each, though only one of each class was looked at."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.engine.pathwise import Hindsight
from simcore.folding.incidence import NO_PARTNER
from simcore.folding.quotient import Quotient
from simcore.solver.holders import ALONE


@dataclass(frozen=True, slots=True)
class Fold:
    """How a run is folded: ``messages`` are played as ``classes`` of them."""

    quotient: Quotient
    partner: NDArray[np.int32]
    messages: int
    classes: int

    @property
    def says(self) -> str:
        """The fold in words."""
        links = self.partner != NO_PARTNER
        alike = np.unique(self.quotient.resource_class[links]).shape[0]
        return (
            f"{self.messages:,} messages fare alike in {self.classes:,} classes over {alike:,} classes of "
            f"{np.count_nonzero(links):,} links, and one of each was played: times and loads are those of "
            "all; what one of several cables that are alike would gain alone is given as 0."
        )

    def units(self, unit: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the unit (R,) of each resource in a folded run, where cables that are alike are one.

        ``unit`` (R,) numbers the cables and reducers of the run itself.
        """
        of, partner = self.quotient.resource_class, self.partner
        other = np.where(partner == NO_PARTNER, of, of[partner])
        _, number = np.unique(np.minimum(of, other), return_inverse=True)
        return number.astype(np.int32).reshape(unit.shape)

    def unfolded(self, found: Hindsight, unit: NDArray[np.int32], folded: NDArray[np.int32]) -> Hindsight:
        """Return what was ``found`` of the ``folded`` units (R,) for each ``unit`` (R,) of the run itself.

        All of a class have equal parts. More on one of several that are alike counts as no gain: where
        something waits for all of them, the others hold it up.
        """
        of_unit = np.zeros(int(unit.max(initial=-1)) + 1, dtype=np.int64)
        of_unit[unit] = folded
        alike = np.bincount(of_unit, minlength=found.held.shape[0])
        count = alike[of_unit][:, None]
        of_class = np.zeros((self.quotient.resource.shape[0], *found.gains.shape[1:]))
        np.add.at(of_class, self.quotient.resource_class, found.gains)
        of_class /= self.quotient.resource_count[:, None, None]
        gains = of_class[self.quotient.resource_class]
        gains[alike[folded] > 1, :, ALONE] = 0.0
        held = found.held[of_unit]
        return Hindsight(
            begin=found.begin,
            events=found.events,
            flows=found.flows,
            gains=gains,
            held=held,
            part=found.part[of_unit] / count,
            others=np.where(held > 0, found.others[of_unit] + count - 1, 0.0),
        )
