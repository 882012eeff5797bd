// What the drawn trees mean, with numbers: what cables of each width carry, and the signs of switches.
import { counted } from "../../numbers/format";
import type { DrawnTrees } from "./trees";
import styles from "./trees.module.css";

interface Props {
  drawn: DrawnTrees;
  colour: string;
  title: string;
}

export function TreeLegend({ drawn, colour, title }: Props) {
  return (
    <section className={styles.legend} aria-label="Legend of the trees">
      <h3>{title}</h3>
      <table>
        <tbody>
          {drawn.legend.map((row) => (
            <tr key={`${row.label} ${row.copies}`}>
              <td aria-hidden="true">
                <i style={{ height: row.width, background: colour }} />
              </td>
              <td className="n">{row.label}</td>
              <td className="t-2">{row.copies}</td>
              <td className="t-3">{counted(row.cables, "cable")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul>
        {drawn.roots.size > 0 && (
          <li>
            <b className={styles.root} aria-hidden="true" />
            {counted(drawn.roots.size, "root")}
          </li>
        )}
        {drawn.adds > 0 && (
          <li>
            <b className={styles.plus} style={{ borderColor: colour, color: colour }} aria-hidden="true">
              +
            </b>
            {counted(drawn.adds, "switch adds", "switches add")}
          </li>
        )}
        {drawn.passes > 0 && (
          <li>
            <b className={styles.passes} style={{ borderColor: colour }} aria-hidden="true" />
            {counted(drawn.passes, "passes copies on", "pass copies on")}
          </li>
        )}
      </ul>
    </section>
  );
}
