"""Mutations of a file: what disks, editors, scripts and strangers do to it."""

import random
import re
from collections.abc import Callable
from typing import Final

LARGEST: Final = 200_000
# Numbers and words that have broken parsers before.
NUMBERS: Final = ("0", "-1", "99999999999999999999", "1e308", "NaN", "0x", "4294967296", "1.5", "")
WORDS: Final = (
    "\x00",
    "\ufeff",
    "\r\n",
    "\x1b[31m",
    "é",
    "\udc80",
    "'; --",
    "=cmd()",
    "<!ENTITY a 'b'>",
    "&a;",
    "*a",
)
NESTINGS: Final = (("[", "]"), ("{", "}"), ('{"a":', "}"), ("<a>", "</a>"), ("- ", ""), ("node[1-", "]"))

DIGIT: Final = re.compile(r"\d")

Mutation = Callable[[random.Random, str, str], str]


def flip_a_byte(dice: random.Random, text: str, other: str) -> str:
    at = dice.randrange(len(text) + 1)
    return text[:at] + chr(dice.randrange(256)) + text[at + 1 :]


def cut_it(dice: random.Random, text: str, other: str) -> str:
    return text[: dice.randrange(len(text) + 1)]


def drop_a_stretch(dice: random.Random, text: str, other: str) -> str:
    begin = dice.randrange(len(text) + 1)
    return text[:begin] + text[begin + dice.randrange(1, 40) :]


def repeat_a_line(dice: random.Random, text: str, other: str) -> str:
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    return "\n".join(lines[:at] + [lines[at]] * dice.choice((2, 3, 200)) + lines[at + 1 :])


def swap_lines(dice: random.Random, text: str, other: str) -> str:
    lines = text.split("\n")
    one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return "\n".join(lines)


def change_a_number(dice: random.Random, text: str, other: str) -> str:
    found = DIGIT.search(text, dice.randrange(len(text) + 1)) or DIGIT.search(text)
    if found is None:
        return text
    at = found.start()
    return text[:at] + dice.choice(NUMBERS) + text[at + 1 :]


def put_in_a_word(dice: random.Random, text: str, other: str) -> str:
    at = dice.randrange(len(text) + 1)
    return text[:at] + dice.choice(WORDS) + text[at:]


def nest(dice: random.Random, text: str, other: str) -> str:
    at, deep = dice.randrange(len(text) + 1), dice.choice((1, 3, 100, 10_000))
    opening, closing = dice.choice(NESTINGS)
    return text[:at] + opening * deep + closing * dice.choice((0, deep)) + text[at:]


def splice(dice: random.Random, text: str, other: str) -> str:
    return text[: dice.randrange(len(text) + 1)] + other[dice.randrange(len(other) + 1) :]


def long_line(dice: random.Random, text: str, other: str) -> str:
    at = dice.randrange(len(text) + 1)
    return text[:at] + dice.choice(("a", " ", "1", '"', ",", "[", "-", "a:", "\t")) * 20_000 + text[at:]


def stretch_a_sign(dice: random.Random, text: str, other: str) -> str:
    at = dice.randrange(len(text) + 1)
    return text[:at] + text[at : at + 1] * 20_000 + text[at:]


MUTATIONS: Final[tuple[Mutation, ...]] = (
    flip_a_byte,
    cut_it,
    drop_a_stretch,
    repeat_a_line,
    swap_lines,
    change_a_number,
    put_in_a_word,
    nest,
    splice,
    long_line,
    stretch_a_sign,
)


def mutated(dice: random.Random, text: str, other: str) -> bytes:
    """Return ``text`` after one to four mutations, some with parts of ``other``, as bytes."""
    for _ in range(dice.randint(1, 4)):
        text = dice.choice(MUTATIONS)(dice, text, other)[:LARGEST]
    content = text.encode("utf-8", errors="surrogatepass")
    if dice.random() < 0.05:
        content = text.encode(dice.choice(("utf-16", "latin-1")), errors="replace")
    return content
