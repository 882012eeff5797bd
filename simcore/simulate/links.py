"""What the links of a run have carried, whether each is played or another stands for it."""

import numpy as np
from numpy.typing import NDArray

from simcore.engine.loop import Engine


class LinkBytes:
    """Reads what links have carried off an engine.

    ``stands_for`` (R,) is the resource that is looked at in place of each, in a run that is folded; None
    where each is looked at itself.
    """

    def __init__(self, engine: Engine, link_count: int) -> None:
        self.stands_for: NDArray[np.int64] | None = None
        self._engine = engine
        self._link_count = link_count

    def carried(self) -> NDArray[np.float64]:
        """Return the bytes (L,) that each link has carried up to now."""
        carried = self._engine.carried()
        if self.stands_for is not None:
            return carried[self.stands_for[: self._link_count]]
        return carried[: self._link_count]
