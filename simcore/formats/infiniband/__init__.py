"""What the tools of an InfiniBand subnet print of it, all read to the same nodes and then to a fabric.

``dump`` reads the topology dump of ``ibnetdiscover`` and the dialect of it that ``ibsim`` loads,
``port_list`` that of ``ibnetdiscover -p``, ``link_list`` and ``link_ends`` what ``iblinkinfo`` prints,
``subnet_list`` OpenSM's ``opensm-subnet.lst``. ``nodes`` is what they fill; ``cables`` joins its ports,
``hosts`` finds whose the adapters are, ``switches`` tells what the switches are, ``fabric`` makes the
document of it, ``structure`` looks at the whole, ``dialects`` is the table of them.
"""

from simcore.formats.infiniband.dialects import INFINIBAND_FORMATS

__all__ = ["INFINIBAND_FORMATS"]
