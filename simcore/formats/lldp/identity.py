"""Whose view a file is: LLDP output names every neighbour, but seldom the device it was taken on."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

from simcore.document.findings import Severity
from simcore.formats.lldp.views import View
from simcore.formats.survey import Survey

# Port names that so many views share tell nothing.
TELLING: Final = 50


def name_views(survey: Survey, views: Sequence[View]) -> None:
    """Give each view the name of its device.

    What the file states comes first; then its file's name, where a neighbour is called so; then the one who
    is seen on the ports that this view sees, the other way round; last the file's name by itself, which is
    told.
    """
    called: dict[str, str] = {}
    for each in views:
        for neighbour in each.neighbours:
            called.setdefault(neighbour.name.lower(), neighbour.name)
    called.pop("", None)
    for view in views:
        view.name = view.name or _by_file(view.file, called)
    mirrored = _mirrored(views)
    for row, view in enumerate(views):
        if view.name:
            continue
        view.name = mirrored.get(row, "") or PurePath(view.file).stem or f"device {row + 1}"
        if row not in mirrored:
            survey.tell(
                "device.by-file-name",
                Severity.WARNING,
                f"nothing in {view.file} says on which device it was taken: it is called {view.name}, after "
                "the file",
                lines=[view.line],
                objects=[view.name],
            )


def _by_file(file: str, called: dict[str, str]) -> str:
    """Return the neighbour's name that the file's name is, or begins, up to a dot; "" for none or several."""
    word = PurePath(file).stem.lower()
    while word:
        if word in called:
            return called[word]
        longer = [name for name in called if name.startswith(word + ".")]
        if longer:
            return called[longer[0]] if len(longer) == 1 else ""
        word = word.rpartition(".")[0]
    return ""


def _mirrored(views: Sequence[View]) -> dict[int, str]:
    """Return who each nameless view belongs to by what others see: most often, and nobody as often."""
    seen: defaultdict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    for row, view in enumerate(views):
        for each in view.neighbours:
            for far in each.port_names():
                if each.name:
                    seen[each.port, far].append((row, each.name))
    found: dict[int, str] = {}
    for row, view in enumerate(views):
        most = [] if view.name else _votes(row, views, seen).most_common(2)
        if most and (len(most) == 1 or most[0][1] > most[1][1]):
            found[row] = most[0][0]
    return found


def _votes(
    row: int, views: Sequence[View], seen: dict[tuple[str, str], list[tuple[int, str]]]
) -> Counter[str]:
    """Return how often others see each name on the ports that view ``row`` sees, the other way round."""
    votes: Counter[str] = Counter()
    for each in views[row].neighbours:
        for far in each.port_names():
            others = seen.get((far, each.port), [])
            if len(others) <= TELLING:
                votes.update(
                    name for other, name in others if other != row and views[other].name in ("", each.name)
                )
    return votes
