// What the cables between each pair of tiers carried over the run, up and down.
import type { TierBytes } from "../../api/types";
import { bytes, counted } from "../../numbers/format";
import { Panel } from "../../parts/Panel";

interface Props {
  tiers: readonly TierBytes[];
  /** "Hosts – leaf" */
  kindName(tiers: readonly number[]): string;
}

export function TierPanel({ tiers, kindName }: Props) {
  const carried = tiers.filter((tier) => tier.up_bytes + tier.down_bytes > 0);
  if (!carried.length) return null;
  const most = Math.max(...carried.map((tier) => Math.max(tier.up_bytes, tier.down_bytes)));
  return (
    <Panel title="Bytes by tier" small="over the whole run, whoever sent them">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Between</th>
            <th scope="col">
              <span className="only-read">Share of the most</span>
            </th>
            <th scope="col" className="n">
              Up
            </th>
            <th scope="col" className="n">
              Down
            </th>
          </tr>
        </thead>
        <tbody>
          {carried.map((tier) => (
            <tr key={tier.tiers.join()}>
              <td title={counted(tier.cables, "cable")}>{kindName(tier.tiers)}</td>
              <td style={{ width: 84 }}>
                <div className="bar">
                  <i style={{ width: `${(100 * Math.max(tier.up_bytes, tier.down_bytes)) / most}%` }} />
                </div>
              </td>
              <td className="n">{bytes(tier.up_bytes)}</td>
              <td className="n">{bytes(tier.down_bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
