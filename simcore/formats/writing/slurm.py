"""Slurm's ``topology.conf`` and ``topology.yaml``: the fabric's tree, as the manuals say it."""

from typing import Final

from simcore.document.words import counted
from simcore.errors import ExportRefusedError
from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.plan import Plan
from simcore.formats.writing.slurm_tree import NamedTree, named_tree


def write_conf(plan: Plan) -> tuple[Written, ...]:
    """Return ``topology.conf``: switches from the top down, or blocks where no switch has a node."""
    tree = _tree(plan)
    lines = [f"# {line}" for line in _heading(plan, tree)]
    for branch in tree.branches:
        if branch.stands_for:
            lines.append(f"# {branch.name} stands for {branch.stands_for}")
        below = [("Switches", branch.children), ("Nodes", branch.nodes)]
        said = " ".join(f"{key}={value}" for key, value in below if value)
        lines.append(f"SwitchName={branch.name} {said}")
    if not tree.branches:
        lines += [f"BlockName={name} Nodes={nodes}" for name, nodes in tree.blocks]
    return (Written("topology.conf", _bytes(lines)),)


def write_yaml(plan: Plan) -> tuple[Written, ...]:
    """Return ``topology.yaml``: the tree, and the blocks as a topology of their own where there are any."""
    tree = _tree(plan)
    lines = ["---", *(f"# {line}" for line in _heading(plan, tree))]
    if tree.branches:
        lines += ["- topology: tree", "  cluster_default: true", "  tree:", "    switches:"]
    for branch in tree.branches:
        if branch.stands_for:
            lines.append(f"      # {branch.name} stands for {branch.stands_for}")
        lines.append(f'      - switch: "{branch.name}"')
        for key, value in (("children", branch.children), ("nodes", branch.nodes)):
            if value:
                lines.append(f'        {key}: "{value}"')
    if tree.blocks:
        default = "false" if tree.branches else "true"
        lines += ["- topology: block", f"  cluster_default: {default}", "  block:", "    blocks:"]
        for name, nodes in tree.blocks:
            lines += [f'      - block: "{name}"', f'        nodes: "{nodes}"']
    return (Written("topology.yaml", _bytes(lines)),)


def _tree(plan: Plan) -> NamedTree:
    tree = named_tree(plan)
    if not tree.branches and not tree.blocks:
        raise ExportRefusedError(
            "no server hangs on a switch, and Slurm knows servers by the switch they hang on",
            "cable servers to switches",
        )
    return tree


def _heading(plan: Plan, tree: NamedTree) -> list[str]:
    switches = sum(1 for row in range(len(plan.document.devices)) if not plan.is_server(row))
    lines = [
        f"{counted(switches, 'switch', 'switches')} of the fabric as {len(tree.branches):,} of a tree, as "
        "Slurm takes it"
    ]
    if tree.loose:
        lines.append(f"on no switch: {tree.loose}")
    return lines


def _bytes(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


SLURM_CONF: Final = Export(
    name="slurm-conf",
    title="Slurm topology.conf",
    says="Leaves with their nodes and the switches above, as a tree: switches that Slurm cannot tell apart "
    "become one. Speeds, ports and numbers of cables are not in it.",
    write=write_conf,
)

SLURM_YAML: Final = Export(
    name="slurm-yaml",
    title="Slurm topology.yaml",
    says="The same tree as topology.conf, with blocks as a topology of their own. Speeds, ports and numbers "
    "of cables are not in it.",
    write=write_yaml,
)
