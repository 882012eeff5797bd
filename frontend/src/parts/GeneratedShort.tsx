// What a generated fabric comes to, for a narrow column: counts, each tier's oversubscription and price, and the sum.
import type { Generated } from "../api/types";
import { counted, fixed, measure, whole } from "../numbers/format";
import { priceBand } from "../numbers/money";
import styles from "./generated_short.module.css";

/** "8 switches, 32 hosts, 256 GPUs, 48 cables; 200 – 664 k$ and optics". */
export function inOneLine({ counts, bill }: Generated): string {
  const parts = [
    counted(counts.switches, "switch", "switches"),
    counted(counts.hosts, "host"),
    counts.gpus > 0 && counted(counts.gpus, "GPU"),
    counted(counts.cables, "cable"),
  ].filter(Boolean);
  const { price_low, price_high } = bill.total;
  const price = price_high > 0 ? `; ${priceBand(price_low, price_high)} without cables` : "";
  return parts.join(", ") + price;
}

export function GeneratedShort({ made }: { made: Generated }) {
  const { bill, cable_estimate: cables } = made;
  const prices = new Map(bill.places.map(({ place, figures }) => [place, figures]));
  return (
    <section className={styles.short} aria-label="What it makes">
      <table aria-label="Tiers of it">
        <tbody>
          {[...made.tiers].reverse().map((tier) => {
            const price = prices.get(tier.name);
            return (
              <tr key={tier.tier}>
                <th scope="row">
                  {whole(tier.devices)} {tier.name}
                  <small>
                    {tier.oversubscription !== null && `${fixed(tier.oversubscription, 2)} : 1, `}
                    {whole(tier.free_ports)} of {counted(tier.ports, "port")} free
                  </small>
                </th>
                <td>{price && price.price_high > 0 ? priceBand(price.price_low, price.price_high) : "–"}</td>
              </tr>
            );
          })}
          {cables && (
            <tr title={cables.basis}>
              <th scope="row">
                Cables and optics<small>estimated</small>
              </th>
              <td>{priceBand(cables.low, cables.high)}</td>
            </tr>
          )}
          {bill.total.power_w > 0 && (
            <tr>
              <th scope="row">Power of the devices</th>
              <td>{measure(bill.total.power_w / 1000)} kW</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
