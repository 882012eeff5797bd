// What was understood, as a table: what is counted, how many (and before the amendments), and why.
import { Fragment } from "react";
import type { Reading } from "../../api/types";
import { whole } from "../../numbers/format";
import styles from "./import.module.css";
import { understood } from "./understood";

export function UnderstoodTable({ reading }: { reading: Reading }) {
  return (
    <table className={`table ${styles.understood}`}>
      <tbody>
        {understood(reading).map((group) => (
          <Fragment key={group.title}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {group.title}
              </th>
            </tr>
            {group.rows.map((row) => (
              <tr key={row.says}>
                <td className={row.count === null ? "t-3 says-all" : "says-all"}>{row.says}</td>
                <td className="n">
                  {row.count === null ? "–" : <b className="strong">{whole(row.count)}</b>}
                </td>
                <td className="says-all t-3 wide">{row.why}</td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
