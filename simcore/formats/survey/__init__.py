"""What a reader found, before it is a fabric: nodes, ports and links under the names of the file.

``survey`` collects it, ``joins`` makes cables of the statements, ``kinds`` tells servers from switches by
structure, ``types`` makes device types of devices alike, ``fabric`` the document of it all. ``Survey`` and
``fabric_of`` are all that a reader needs.
"""

from simcore.formats.survey.fabric import fabric_of
from simcore.formats.survey.survey import End, NodeKind, Survey

__all__ = ["End", "NodeKind", "Survey", "fabric_of"]
