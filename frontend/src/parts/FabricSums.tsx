// What a generated fabric comes to: each tier with its ports, capacity and price, and the figures of its family.
import type { Generated } from "../api/types";
import { fixed, measure, whole, wireRate } from "../numbers/format";
import { priceBand } from "../numbers/money";
import styles from "./fabric_sums.module.css";

export function FabricSums({ made }: { made: Generated }) {
  const prices = new Map(made.bill.places.map(({ place, figures }) => [place, figures]));
  const total = made.bill.total;
  return (
    <div className={`small ${styles.sums}`}>
      <table className="table" aria-label="Tiers">
        <thead>
          <tr>
            <th scope="col">Tier</th>
            <th scope="col" className="n">
              Devices
            </th>
            <th scope="col" className="n">
              Ports free
            </th>
            <th scope="col" className="n">
              Down
            </th>
            <th scope="col" className="n">
              Up
            </th>
            <th scope="col" className="n">
              Down : up
            </th>
            <th scope="col" className="n">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {[...made.tiers].reverse().map((tier) => {
            const price = prices.get(tier.name);
            return (
              <tr key={tier.tier}>
                <th scope="row">{tier.name}</th>
                <td className="n">{whole(tier.devices)}</td>
                <td className="n">
                  {whole(tier.free_ports)} of {whole(tier.ports)}
                </td>
                <td className="n">{tier.down.cables > 0 ? wireRate(tier.down.gbps) : "–"}</td>
                <td className="n">{tier.up.cables > 0 ? wireRate(tier.up.gbps) : "–"}</td>
                <td className="n">
                  {tier.oversubscription === null ? "–" : `${fixed(tier.oversubscription, 2)} : 1`}
                </td>
                <td className="n">
                  {price && price.price_high > 0 ? priceBand(price.price_low, price.price_high) : "unknown"}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <dl className={styles.facts}>
        {made.cable_estimate && (
          <div title={made.cable_estimate.basis}>
            <dt>Cables and optics, estimated</dt>
            <dd>{priceBand(made.cable_estimate.low, made.cable_estimate.high)}</dd>
          </div>
        )}
        <div>
          <dt>Power of the devices</dt>
          <dd>
            {total.power_w > 0 ? `${measure(total.power_w / 1000)} kW` : "unknown"}
            {total.power_w > 0 && total.without_power > 0 && `, ${whole(total.without_power)} unknown`}
          </dd>
        </div>
        {made.facts.map((fact) => (
          <div key={fact.name} title={fact.says}>
            <dt>{fact.name}</dt>
            <dd>
              {Number.isInteger(fact.value) ? whole(fact.value) : measure(fact.value)} {fact.unit}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
