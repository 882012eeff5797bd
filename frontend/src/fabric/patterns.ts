// Texts with numbers counted into them: "leaf-{24p+l+1:03}" for p and l from 0 upwards.

/** A sum of a pattern: `offset` and a multiple of each letter, written with at least `width` digits. */
interface Sum {
  /** By the place of the letter among those that are counted. */
  factors: number[];
  offset: number;
  width: number;
}

/** A text is `texts[0]`, then each sum with the text that follows it. */
export interface Pattern {
  texts: string[];
  sums: Sum[];
}

const PIECE = /\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]/g;
const SUM = /^([+-]?(?:\d{1,15}[a-z]?|[a-z])(?:[+-](?:\d{1,15}[a-z]?|[a-z]))*)(?::0(\d))?$/;
const TERM = /([+-]?)(?:(\d+)([a-z]?)|([a-z]))/g;

/** Read a pattern over these letters; throws an Error that says what is wrong with it. */
export function readPattern(text: string, letters: readonly string[]): Pattern {
  const texts = [""];
  const sums: Sum[] = [];
  for (const [piece, inner] of text.matchAll(PIECE)) {
    if (inner !== undefined) {
      sums.push(readSum(inner, letters, text));
      texts.push("");
    } else if (piece === "{" || piece === "}") {
      throw new Error(`A brace stands alone in "${text}": braces themselves are {{ and }}.`);
    } else texts[texts.length - 1] += piece === "{{" ? "{" : piece === "}}" ? "}" : piece;
  }
  return { texts, sums };
}

function readSum(inner: string, letters: readonly string[], text: string): Sum {
  const found = SUM.exec(inner);
  if (!found) throw new Error(`{${inner}} in "${text}" is no sum: such as {24p+l+1} or {n:03}.`);
  const factors = letters.map(() => 0);
  let offset = 0;
  for (const [, sign, digits, after, alone] of found[1].matchAll(TERM)) {
    const value = (sign === "-" ? -1 : 1) * Number(digits ?? 1);
    const letter = after || alone;
    if (!letter) {
      offset += value;
      continue;
    }
    const place = letters.indexOf(letter);
    if (place < 0) throw new Error(`{${inner}} in "${text}" has the letter ${letter}, which is not counted.`);
    factors[place] += value;
  }
  return { factors, offset, width: Number(found[2] ?? 0) };
}

/** Throw where a sum falls below 0 with letters up to these counts: no name holds a sign. */
export function checkSigns({ sums }: Pattern, counts: readonly number[]): void {
  for (const { factors, offset } of sums) {
    const least = factors.reduce(
      (sum, factor, place) => sum + Math.min(0, factor * (counts[place] - 1)),
      offset,
    );
    if (least < 0) throw new Error(`A number of the pattern falls below 0, to ${least}.`);
  }
}

/** Return the text for the letters' values, which lie as `readPattern` was given the letters. */
export function written({ texts, sums }: Pattern, values: ArrayLike<number>): string {
  let text = texts[0];
  for (let place = 0; place < sums.length; place++) {
    const { factors, offset, width } = sums[place];
    let value = offset;
    for (let letter = 0; letter < factors.length; letter++) value += factors[letter] * values[letter];
    text += width > 0 ? String(value).padStart(width, "0") : value;
    text += texts[place + 1];
  }
  return text;
}
