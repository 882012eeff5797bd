"""The topology dump of ``ibnetdiscover``, and the hand-written dialect of it that ``ibsim`` loads.

``dump`` reads lines to nodes, ``cables`` joins their ports, ``hosts`` finds whose the adapters are,
``switches`` tells what the switches are, ``fabric`` makes the document of it, ``structure`` looks at the
whole.
"""

from simcore.formats.ibnetdiscover.fabric import IBNETDISCOVER

__all__ = ["IBNETDISCOVER"]
