"""What one device says of its neighbours: the port it saw each on, and what the neighbour calls itself."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A neighbour on ``port`` of the device: name and chassis id, its own port by id and by description.

    ``names_port`` tells whether the id is a name, and no address, of the port. ``line`` is running.
    """

    port: str
    name: str
    chassis: str
    port_id: str
    port_description: str
    names_port: bool
    line: int

    def port_names(self) -> tuple[str, ...]:
        """Return what its port may be called, the likeliest first."""
        order = (self.port_id, self.port_description)
        return tuple(word for word in (order if self.names_port else order[::-1]) if word)


@dataclass(slots=True)
class View:
    """The view of one device: its own name where the file has it, neighbours, speeds of ports in Gbit/s."""

    file: str
    line: int
    name: str = ""
    neighbours: list[Neighbour] = field(default_factory=list)
    speeds: dict[str, float] = field(default_factory=dict)
