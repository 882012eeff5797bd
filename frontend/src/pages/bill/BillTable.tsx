// The lines of a bill by place, each place with its sums; figures of one piece, and of all pieces.
import { Fragment } from "react";
import type { Bill, BillFigures, BillLine } from "../../api/types";
import { counted, plain, whole } from "../../numbers/format";
import styles from "./bill.module.css";
import { band, missing, partName, power, sumOfPrices, times } from "./figures";

export function BillTable({ bill }: { bill: Bill }) {
  return (
    <table className={`table ${styles.bill}`} aria-label="Bill of materials">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Id</th>
          <th scope="col" className="n">
            Pieces
          </th>
          <th scope="col" className="n">
            Each, {bill.currency}
          </th>
          <th scope="col" className="n">
            Together, {bill.currency}
          </th>
          <th scope="col" className="n">
            Power
          </th>
          <th scope="col" className="n">
            Rack units
          </th>
          <th scope="col">Length</th>
        </tr>
      </thead>
      <tbody>
        {bill.places.map(({ place, figures }) => (
          <Fragment key={place}>
            <tr className={styles.place}>
              <th scope="rowgroup" colSpan={2}>
                {place}
              </th>
              <Sums figures={figures} />
              <td />
            </tr>
            {bill.lines
              .filter((line) => line.place === place)
              .map((line) => (
                <Line key={`${line.kind} ${line.part}`} line={line} />
              ))}
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        <tr className={styles.place}>
          <th scope="rowgroup" colSpan={2}>
            In all
          </th>
          <Sums figures={bill.total} />
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function Sums({ figures }: { figures: BillFigures }) {
  return (
    <>
      <td className="n">{whole(figures.count)}</td>
      <td className="n t-3">{missing(figures.without_price)}</td>
      <td className="n">{sumOfPrices(figures)}</td>
      <td className="n" title={missing(figures.without_power)}>
        {figures.power_w ? power(figures.power_w) : "–"}
        {figures.power_w > 0 && figures.without_power > 0 && " +"}
      </td>
      <td className="n" title={missing(figures.without_rack_units)}>
        {figures.rack_units ? plain(figures.rack_units) : "–"}
        {figures.rack_units > 0 && figures.without_rack_units > 0 && " +"}
      </td>
    </>
  );
}

function lengthOf({ length_m, without_length, count, links }: BillLine): string {
  if (length_m === null && !without_length) return "";
  const known = length_m ? `${plain(length_m)} m` : "";
  const open = without_length ? `${whole(without_length)} of ${whole(links ?? count)} without a length` : "";
  return [known, open].filter(Boolean).join(", ");
}

function Line({ line }: { line: BillLine }) {
  const watts = times(line, line.power_w);
  const units = times(line, line.rack_units);
  return (
    <tr>
      <td>
        {partName(line)}
        {line.links !== null && line.links !== line.count && (
          <span className="t-3"> for {counted(line.links, "cable")} of the drawing</span>
        )}
      </td>
      <td className="code t-3">{line.part}</td>
      <td className="n">{whole(line.count)}</td>
      <td className="n" title={line.basis ?? undefined}>
        {line.listed && <span className="tag">your list</span>}
        {line.basis?.includes("assumption") && <span className="tag">assumed</span>}{" "}
        {band(line.price_low, line.price_high)}
      </td>
      <td className="n">{band(times(line, line.price_low), times(line, line.price_high))}</td>
      <td className="n">{watts === null ? "–" : power(watts)}</td>
      <td className="n">{units === null ? "–" : plain(units)}</td>
      <td className="t-3">{lengthOf(line)}</td>
    </tr>
  );
}
