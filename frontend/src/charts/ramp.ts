// The ramp of utilisation by the names of tokens.css.

/** The token of the nearest step at or below a share; hot from 90 %. */
export function rampToken(share: number): string {
  if (share >= 0.9) return "u-hot";
  return `u-${Math.max(0, Math.floor(share * 10)) * 10}`;
}
