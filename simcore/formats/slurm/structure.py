"""What is odd about the tree that a Slurm topology declares: told, never mended by invention."""

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.formats.slurm.plan import Declared, Plan, named


def look_at_the_whole(plan: Plan) -> None:
    """Tell the survey of switches declared twice or nowhere, of several roots and of uneven depth."""
    declared, parents = plan.declared(), plan.parents()
    _declared_twice(plan, declared)
    _declared_nowhere(plan, declared, parents)
    _mixed(plan)
    _several_parents(plan, parents)
    roots = [name for name in declared if not parents.get(name)]
    if len(roots) > 1:
        plan.survey.tell(
            "tree.roots",
            Severity.WARNING,
            f"{counted(len(roots), 'root')} ({named(roots)}): nothing in the file joins them, and no switch "
            "was invented above them; they stay fabrics of their own",
            lines=[declared[name][0].line for name in roots],
            objects=roots,
        )
    _depths(plan, declared, roots)
    if plan.sizes:
        sizes = " and ".join(dict.fromkeys(text for _, text in plan.sizes))
        plan.survey.tell(
            "block.sizes",
            Severity.NOTE,
            f"block sizes {sizes[:200]} are for the scheduler alone",
            lines=[line for line, _ in plan.sizes],
        )


def _declared_twice(plan: Plan, declared: dict[str, list[Declared]]) -> None:
    for name, every in declared.items():
        if len(every) > 1:
            lines = [each.line for each in every]
            plan.survey.tell(
                "switch.twice",
                Severity.WARNING,
                f"{name} is declared more than once ({plan.survey.book.listed(lines)}): read as one switch "
                "with all that is below it",
                lines=lines,
                objects=[name],
            )


def _declared_nowhere(
    plan: Plan, declared: dict[str, list[Declared]], parents: dict[str, dict[str, int]]
) -> None:
    missing = {child: min(above.values()) for child, above in parents.items() if child not in declared}
    if missing:
        plan.survey.tell(
            "switch.undeclared",
            Severity.WARNING,
            f"{named(missing)}: named as a child and declared nowhere "
            f"({plan.survey.book.listed(missing.values())}); read as a switch with nothing below it",
            lines=missing.values(),
            objects=missing,
        )


def _mixed(plan: Plan) -> None:
    mixed = [each for each in plan.switches if each.children and each.nodes]
    if mixed:
        plan.survey.tell(
            "switch.mixed",
            Severity.WARNING,
            f"{named(each.name for each in mixed)}: both switches and nodes below, which Slurm does not "
            "take; both were read",
            lines=[each.line for each in mixed],
            objects=[each.name for each in mixed],
        )


def _several_parents(plan: Plan, parents: dict[str, dict[str, int]]) -> None:
    shared = [child for child, above in parents.items() if len(above) > 1]
    if shared:
        plan.survey.tell(
            "switch.parents",
            Severity.NOTE,
            f"{named(shared)}: below more than one switch, so the fabric is no tree; all trunks were read",
            lines=[max(parents[child].values()) for child in shared],
            objects=shared,
        )


def _depths(plan: Plan, declared: dict[str, list[Declared]], roots: list[str]) -> None:
    """Tell of leaves at different distances from the roots, and of switches that no root reaches."""
    depth = dict.fromkeys(roots, 1)
    frontier = roots
    while frontier:
        below = dict.fromkeys(
            child for name in frontier for each in declared.get(name, ()) for child in each.children
        )
        deeper = max(depth[name] for name in frontier) + 1
        frontier = [child for child in below if child not in depth]
        depth.update(dict.fromkeys(frontier, deeper))
    leaves = [each for each in plan.switches if each.nodes and each.name in depth]
    found = sorted({depth[each.name] for each in leaves})
    if len(found) > 1:
        odd = [each for each in leaves if depth[each.name] == found[0]]
        plan.survey.tell(
            "tree.uneven",
            Severity.WARNING,
            f"the tree is not balanced: leaves stand {' and '.join(map(str, found))} switches deep "
            f"({named(each.name for each in odd)} at {found[0]})",
            lines=[each.line for each in odd],
            objects=[each.name for each in odd],
        )
    circle = [name for name in declared if name not in depth]
    if circle:
        plan.survey.tell(
            "switch.loop",
            Severity.WARNING,
            f"{named(circle)}: below themselves, so that no root reaches them; their trunks were read",
            lines=[declared[name][0].line for name in circle],
            objects=circle,
        )
