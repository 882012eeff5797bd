"""Neighbours as LLDP sees them: what ``lldpctl`` prints in any of its forms, and Cumulus' interface list.

``forms`` reads each form to a ``View`` of one device, ``identity`` finds out whose view each file is,
``fabric`` puts the views together.
"""

from simcore.formats.lldp.fabric import LLDP

__all__ = ["LLDP"]
