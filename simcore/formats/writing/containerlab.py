"""containerlab: every device a container, every cable a link between interfaces that Linux takes."""

import re
from typing import Final

from simcore.formats.names import as_written
from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.plan import End, Plan

ALLOWED: Final = "A-Za-z0-9_.-"
# An interface of Linux has 15 characters at most (IFNAMSIZ in linux/if.h); eth0 is containerlab's own.
INTERFACE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,14}")
RESERVED: Final = frozenset({"eth0", "lo"})
# Images that run without a licence; whoever runs the lab puts those of the real systems here.
SWITCH_IMAGE: Final = "frrouting/frr"
SERVER_IMAGE: Final = "alpine"
# Roles by what the tier is called, where tools that draw labs know the word.
ROLES: Final = frozenset({"server", "leaf", "spine", "core"})
OTHER_ROLE: Final = "switch"


def write_containerlab(plan: Plan) -> tuple[Written, ...]:
    """Return the lab; a port that is no interface's name is ``ethN``, its own name a label of the link."""
    labels = plan.labels(allowed=ALLOWED)
    interfaces = _interfaces(plan)
    name = re.sub(r"[^a-z0-9-]+", "-", plan.document.name.lower()).strip("-")[:40] or "fabric"
    lines = [f'name: "{name}"', "topology:", "  nodes:"]
    for row, label in enumerate(labels):
        role = "server" if plan.is_server(row) else plan.tier_name(row)
        image = SERVER_IMAGE if plan.is_server(row) else SWITCH_IMAGE
        said = f"role: {role if role in ROLES else OTHER_ROLE}, model: {_quoted(plan.type_of(row).id)}"
        lines.append(f'    "{label}": {{kind: linux, image: {image}, labels: {{{said}}}}}')
    lines.append("  links:" if plan.document.cables else "  links: []")
    for _, a, b, _ in plan.cables():
        ends = [f'"{labels[end.device]}:{interfaces[end]}"' for end in (a, b)]
        lines.append(f"    - endpoints: [{', '.join(ends)}]")
        real = [
            f"{key}: {_quoted(as_written(end.port))}"
            for key, end in (("port-a", a), ("port-b", b))
            if interfaces[end] != end.port
        ]
        if real:
            lines.append(f"      labels: {{{', '.join(real)}}}")
    return (Written(f"{name}.clab.yml", ("\n".join(lines) + "\n").encode()),)


def _interfaces(plan: Plan) -> dict[End, str]:
    """Return the interface of each cabled port: its own name where Linux takes it, else a free ethN."""
    ends = [end for _, a, b, _ in plan.cables() for end in (a, b)]
    taken: dict[int, set[str]] = {}
    found: dict[End, str] = {}
    for end in ends:
        if INTERFACE.fullmatch(end.port) and end.port not in RESERVED:
            found[end] = end.port
            taken.setdefault(end.device, set()).add(end.port)
    last: dict[int, int] = {}
    for end in ends:
        if end not in found:
            number = last.get(end.device, 0) + 1
            while f"eth{number}" in taken.get(end.device, ()):
                number += 1
            last[end.device] = number
            found[end] = f"eth{number}"
    return found


def _quoted(text: str) -> str:
    """Return the text as a YAML string in double quotes."""
    return '"' + "".join(_escaped(each) for each in text) + '"'


def _escaped(each: str) -> str:
    if each in '"\\':
        return "\\" + each
    return each if each.isprintable() else f"\\U{ord(each):08x}"


CONTAINERLAB: Final = Export(
    name="containerlab",
    title="containerlab topology",
    says="Every device as a container with its role and model as labels, every cable as a link. Speeds and "
    "lengths are not in it; set the images.",
    write=write_containerlab,
)
