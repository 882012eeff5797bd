"""The plan of a Slurm topology as a fabric: leaves with hosts, trunks of unknown count and speed above."""

from collections.abc import Sequence
from typing import Final

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.slurm.conf import looks_like_conf, read_conf
from simcore.formats.slurm.plan import Plan, named
from simcore.formats.slurm.structure import look_at_the_whole
from simcore.formats.slurm.yaml_form import looks_like_yaml_form, read_yaml_form
from simcore.formats.survey import Survey, fabric_of

HEAD: Final = 1_000_000


def looks_like_slurm(text: str) -> bool:
    """Tell whether the beginning of the text is a topology.conf or a topology.yaml."""
    head = text[:HEAD]
    return looks_like_conf(head) or looks_like_yaml_form(head)


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric of the files together; where both spellings are given the YAML counts.

    Raises
    ------
    FormatError
        If nothing is declared in them.
    """
    survey = Survey(LineBook(sources), origin="a Slurm topology")
    plan = Plan(survey, Rejected())
    by_row = list(enumerate(sources))
    yaml_rows = [(row, source) for row, source in by_row if not looks_like_conf(source.text[:HEAD])]
    for row, source in yaml_rows:
        read_yaml_form(source, row, plan)
    conf_rows = [(row, source) for row, source in by_row if looks_like_conf(source.text[:HEAD])]
    if yaml_rows and not plan.is_empty:
        for row, source in conf_rows:
            plan.tell(
                "file.unused",
                survey.book.first_of(row) + 1,
                f"{source.name} was left out: Slurm takes topology.yaml where both are there",
            )
    else:
        for row, source in conf_rows:
            read_conf(source, row, plan)
    if plan.is_empty:
        raise FormatError(f"{sources[0].name} declares no switch and no block that could be read")
    _Surveyor(plan).survey_all()
    look_at_the_whole(plan)
    plan.rejected.tell(survey)
    return fabric_of(survey)


class _Surveyor:
    """Tells the survey what the plan declares, and what is odd about it."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._survey = plan.survey
        self._declared = plan.declared()
        self._parents = plan.parents()
        self._leaves: dict[str, dict[str, int]] = {}

    def survey_all(self) -> None:
        """Add nodes, links and findings."""
        for each in self._plan.switches:
            title = self._plan.titles.get(each.name, "")
            self._survey.node(each.name, kind="switch", name=title, line=each.line)
            for node in each.nodes:
                self._leaves.setdefault(node, {}).setdefault(each.name, each.line)
        self._trunks()
        self._hosts()
        self._sets()

    def _trunks(self) -> None:
        drawn: dict[frozenset[str], int] = {}
        for child, parents in self._parents.items():
            if child not in self._declared:
                self._survey.node(child, kind="switch", line=min(parents.values()))
            for parent, line in parents.items():
                pair = frozenset((child, parent))
                if len(pair) == 1:
                    self._plan.tell("switch.loop", line, f"{child} is named as its own child: left out")
                elif pair in drawn:
                    first = self._survey.book.listed([drawn[pair]])
                    self._plan.tell(
                        "switch.loop",
                        line,
                        f"{child} and {parent} are each the child of the other ({first}): one trunk was kept",
                    )
                else:
                    drawn[pair] = line
                    self._survey.link((child, ""), (parent, ""), line=line, trunk=True)
        if self._plan.speeds:
            lines = [line for line, _ in self._plan.speeds]
            self._survey.tell(
                "speed.unused",
                Severity.NOTE,
                f"LinkSpeed has no unit in Slurm and does not count ({self._survey.book.listed(lines)})",
                lines=lines,
            )

    def _hosts(self) -> None:
        both = [node for node in self._leaves if node in self._declared or node in self._parents]
        if both:
            self._survey.tell(
                "name.shared",
                Severity.WARNING,
                f"{named(both)}: called a node and a switch; read as a switch",
                objects=both,
                lines=[min(self._leaves[node].values()) for node in both],
            )
        for node, leaves in self._leaves.items():
            kind = None if node in both else "server"
            self._survey.node(node, kind="switch" if kind is None else "server", line=min(leaves.values()))
            for leaf, line in leaves.items():
                if leaf != node and not (kind is None and leaf in self._parents.get(node, {})):
                    self._survey.link((node, ""), (leaf, ""), line=line)
        several = [node for node, leaves in self._leaves.items() if len(leaves) > 1]
        if several:
            self._survey.tell(
                "node.leaves",
                Severity.WARNING,
                f"{counted(len(several), 'node')} on more than one switch ({named(several)}): read as hosts "
                "with an adapter on each, as in a fabric with rails; Slurm itself takes one",
                objects=several,
                lines=[max(self._leaves[node].values()) for node in several],
            )

    def _sets(self) -> None:
        for each in self._plan.sets:
            for node in each.nodes:
                self._survey.node(node, kind="server", tags=(f"{each.kind}:{each.name}",), line=each.line)
        blocks = [each for each in self._plan.sets if each.kind == "block"]
        if blocks and not self._plan.switches:
            self._survey.tell(
                "block.cables",
                Severity.WARNING,
                f"{counted(len(blocks), 'block')} and no switch: nodes were read with their block as a tag; "
                "which switch they hang on is not in the file",
                lines=[each.line for each in blocks],
            )
        seen: dict[str, str] = {}
        twice = {
            node: each.line
            for each in blocks
            for node in each.nodes
            if seen.setdefault(node, each.name) != each.name
        }
        if twice:
            self._survey.tell(
                "node.blocks",
                Severity.WARNING,
                f"{counted(len(twice), 'node')} in more than one block ({named(twice)}): tagged with each",
                objects=list(twice),
                lines=list(twice.values()),
            )


SLURM: Final = Format(
    name="slurm",
    title="Slurm topology.conf or topology.yaml",
    recognise=looks_like_slurm,
    read=read,
)
