"""The dialects in which tools print a subnet: how each is recognised and read. One table."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from simcore.errors import FormatError
from simcore.formats.infiniband.dump import DUMP_MARK, read_dump
from simcore.formats.infiniband.fabric import fabric_of
from simcore.formats.infiniband.link_list import LINK_LINE, read_link_list
from simcore.formats.infiniband.nodes import Dump
from simcore.formats.infiniband.port_list import PORT_LINE, read_port_list
from simcore.formats.infiniband.subnet_list import SUBNET_LINE, read_subnet_list
from simcore.formats.reading import Format, Source, Understood

# So much of a text is looked at to recognise it.
HEAD: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class _Dialect:
    """``mark`` stands in every such text, ``like`` is a line that a text without a node lacks."""

    name: str
    title: str
    mark: re.Pattern[str]
    read_nodes: Callable[[Sequence[Source]], Dump]
    like: str

    def recognise(self, text: str) -> bool:
        """Tell whether the mark stands in the beginning of the text."""
        return self.mark.search(text, 0, HEAD) is not None

    def read(self, sources: Sequence[Source]) -> Understood:
        """Return the fabric of the sources, taken together as one subnet.

        Raises
        ------
        FormatError
            If there is no node in them, or more than a fabric document holds.
        """
        dump = self.read_nodes(sources)
        if not dump.nodes:
            raise FormatError(f"{sources[0].name} holds no node: there is no line like {self.like}")
        return fabric_of(dump, sources[0].name)


_DIALECTS: Final = (
    _Dialect(
        name="ibnetdiscover",
        title="ibnetdiscover dump",
        mark=DUMP_MARK,
        read_nodes=read_dump,
        like="'Switch 65 \"S-…\"' or 'Ca 1 \"H-…\"'",
    ),
    _Dialect(
        name="ibnetdiscover-p",
        title="port list of ibnetdiscover -p",
        mark=PORT_LINE,
        read_nodes=read_port_list,
        like="'SW 7 1 0x… 4x NDR - CA 9 1 0x… ( 'leaf' - 'node1 mlx5_0' )'",
    ),
    _Dialect(
        name="iblinkinfo",
        title="iblinkinfo, with or without -l",
        mark=LINK_LINE,
        read_nodes=read_link_list,
        like="'7 1[ ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 9 1[ ] \"node1 mlx5_0\" ( )' under a header",
    ),
    _Dialect(
        name="opensm-subnet",
        title="opensm-subnet.lst of OpenSM",
        mark=SUBNET_LINE,
        read_nodes=read_subnet_list,
        like="'{ SW Ports:41 SystemGUID:… } { CA Ports:01 … } PHY=4x LOG=ACT SPD=100'",
    ),
)

INFINIBAND_FORMATS: Final = tuple(
    Format(name=each.name, title=each.title, recognise=each.recognise, read=each.read) for each in _DIALECTS
)
