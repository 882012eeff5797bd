// A way of routing in small: one flow from left to right over four paths, each as wide as its share of the flow.

import styles from "./launch.module.css";
import type { Path } from "./routings";

const LEVELS = [1.5, 8, 14, 20.5];
const MIDDLE = 11;

const curve = (y: number): string =>
  `M3 ${MIDDLE}C8 ${MIDDLE} 9 ${y} 16 ${y}H28C35 ${y} 36 ${MIDDLE} 41 ${MIDDLE}`;

export function RoutingGlyph({ paths }: { paths: readonly Path[] }) {
  return (
    <svg viewBox="0 0 44 22" className={styles.glyph} aria-hidden="true">
      {LEVELS.map((y) => (
        <path key={y} d={curve(y)} className={styles.glyphPath} />
      ))}
      {paths.map(({ share, moved }, place) =>
        share > 0 ? (
          <path
            key={LEVELS[place]}
            d={curve(LEVELS[place])}
            className={styles.glyphFlow}
            strokeWidth={0.7 + 2 * share}
            strokeDasharray={moved ? "2.5 2" : undefined}
          />
        ) : null,
      )}
      {[3, 41].map((x) => (
        <circle key={x} cx={x} cy={MIDDLE} r={2.2} className={styles.glyphEnd} />
      ))}
    </svg>
  );
}
