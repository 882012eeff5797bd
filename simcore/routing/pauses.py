"""Pauses: where work that lasts lets its caller look whether to stop."""

from collections.abc import Callable


class Pauses:
    """Calls ``look`` whenever a piece of long work is done; ``look`` raises where it should go no further.

    Who looks belongs to the moment, not to the work: it is left out when a run is written down.
    """

    def __init__(self, look: Callable[[], None] | None = None) -> None:
        self.look = look

    def __getstate__(self) -> dict[str, None]:
        """Return what is written down: nobody looks."""
        return {"look": None}

    def pause(self) -> None:
        """Let the caller look."""
        if self.look is not None:
            self.look()
