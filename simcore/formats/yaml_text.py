"""YAML text as a tree that knows its lines: no aliases, no tags, no depth that a recursion would not bear."""

from dataclasses import dataclass
from typing import Final

import yaml

from simcore.errors import FormatError
from simcore.formats.reading import Source

# Documents of people are some ten levels deep.
DEEPEST: Final = 100
# Each part of a document takes some microseconds: a large text with more parts than one in so many
# characters is no document of a person or program, but a heap of brackets.
CHARACTERS_A_PART: Final = 5
ALWAYS_READ: Final = 100_000


@dataclass(slots=True)
class Branch:
    """A node of the tree: its line (from 1), and text, entries by key or items, whichever it has.

    Of a key that is written twice both stand in ``entries``, in the order of the file.
    """

    line: int
    text: str | None = None
    entries: list[tuple[str, "Branch"]] | None = None
    items: list["Branch"] | None = None
    _by_key: dict[str, "Branch"] | None = None

    def at(self, *keys: str) -> "Branch | None":
        """Return what stands under a path of keys, the first of each; None where there is nothing."""
        found: Branch | None = self
        for key in keys:
            found = found._by_key.get(key) if found is not None and found._by_key is not None else None
        return found

    def said(self, *keys: str) -> str:
        """Return the text under a path of keys, "" where there is none."""
        found = self.at(*keys)
        return "" if found is None or found.text is None else found.text

    def texts(self, *keys: str) -> list[str]:
        """Return the texts under a path of keys, of a list or of one alone."""
        found = self.at(*keys)
        if found is None:
            return []
        every = [found] if found.items is None else found.items
        return [each.text for each in every if each.text]

    def listed(self, *keys: str) -> list["Branch"]:
        """Return the items under a path of keys, none where it holds no list."""
        found = self.at(*keys)
        return [] if found is None or found.items is None else found.items

    def pairs(self, *keys: str) -> list[tuple[str, "Branch"]]:
        """Return the entries under a path of keys, none where it holds no mapping."""
        found = self.at(*keys)
        return [] if found is None or found.entries is None else found.entries


def parsed_yaml(source: Source) -> Branch:
    """Return the first document of a YAML text; scalars stay text, "yes" and "01" too.

    Raises
    ------
    FormatError
        If it is no YAML, holds an alias, or nests deeper than ``DEEPEST``.
    """
    try:
        return _Composer(source.name).composed(source.text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" line {mark.line + 1}" if mark is not None else ""
        what = getattr(error, "problem", None) or str(error).partition("\n")[0] or "it cannot be read"
        raise FormatError(f"{source.name}{where}: this is no YAML: {what}") from None


class _Composer:
    """Builds the tree from events, without recursion."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._open: list[Branch] = []
        self._keys: list[str | None] = []
        self._root: Branch | None = None

    def composed(self, text: str) -> Branch:
        most = max(ALWAYS_READ, len(text) // CHARACTERS_A_PART)
        for count, event in enumerate(yaml.parse(text, Loader=yaml.CSafeLoader)):
            mark = event.start_mark
            line = mark.line + 1 if mark is not None else 1
            if count > most:
                raise FormatError(f"{self._name} line {line}: more than {most:,} parts in so short a text")
            if isinstance(event, yaml.ScalarEvent):
                quoted = event.style in ("'", '"')
                empty = not quoted and event.value in ("~", "null", "Null", "NULL")
                self._put(Branch(line, text="" if empty else event.value))
            elif isinstance(event, yaml.AliasEvent):
                raise FormatError(f"{self._name} line {line}: aliases (*{event.anchor}) are not read")
            elif isinstance(event, yaml.MappingStartEvent):
                self._begin(Branch(line, entries=[], _by_key={}))
            elif isinstance(event, yaml.SequenceStartEvent):
                self._begin(Branch(line, items=[]))
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                self._open.pop()
                self._keys.pop()
            elif isinstance(event, yaml.DocumentEndEvent):
                break
        if self._root is None:
            raise FormatError(f"{self._name} holds no YAML document")
        return self._root

    def _begin(self, branch: Branch) -> None:
        if len(self._open) >= DEEPEST:
            raise FormatError(f"{self._name} line {branch.line}: nested deeper than {DEEPEST} levels")
        self._put(branch)
        self._open.append(branch)
        self._keys.append(None)

    def _put(self, branch: Branch) -> None:
        if not self._open:
            self._root = branch
            return
        parent, key = self._open[-1], self._keys[-1]
        if parent.items is not None:
            parent.items.append(branch)
        elif key is None:
            if branch.text is None:
                raise FormatError(f"{self._name} line {branch.line}: a key must be text")
            self._keys[-1] = branch.text
        elif parent.entries is not None and parent._by_key is not None:
            parent.entries.append((key, branch))
            parent._by_key.setdefault(key, branch)
            self._keys[-1] = None
