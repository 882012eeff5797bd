// One cable: its ends, speed and length; it can be slowed in a run, or deleted.
import type { Cable } from "../../api/types";
import { SERVER } from "../../canvas/types";
import { plain } from "../../numbers/format";
import { NumberField, Said } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { deviceName } from "../../parts/scene";
import { slowCable } from "../launch/faults";
import styles from "./fabric.module.css";
import type { InspectorProps } from "./inspected";

export function CableInspector({
  scene,
  edits,
  onPick,
  onBreak,
  cable,
  row,
}: InspectorProps & { cable: Cable; row: number }) {
  const end = (address: string) => {
    const device = address.slice(0, address.indexOf("/"));
    return (
      <button
        type="button"
        className={`link ${styles.plainLink}`}
        onClick={() => onPick({ devices: [device], cables: [] })}
      >
        <span className="id">
          {deviceName(scene, device)}/{address.slice(address.indexOf("/") + 1)}
        </span>
      </button>
    );
  };
  const used = scene.gbps[row];
  const isHostCable = [scene.from[row], scene.to[row]].some(
    (device) => device < 0 || scene.kinds[device] === SERVER,
  );
  const emptyAs = Number.isNaN(used) ? "unknown" : `of its ports, ${plain(used)}`;
  return (
    <>
      <section className="panel" aria-label="Cable">
        <div className={styles.title}>
          <Icon name="cable" />
          <h2>Cable</h2>
          <small className={styles.kind}>{isHostCable ? "host to switch" : "between switches"}</small>
        </div>
        <div className="panel-body">
          <Said label="From" value={end(cable.a)} />
          <Said label="To" value={end(cable.b)} />
          <NumberField
            label="Speed"
            unit="Gb/s"
            emptyAs={emptyAs}
            minimum={0.001}
            value={cable.gbps}
            onChange={(gbps) => edits.setSpeed(cable.id, gbps)}
          />
          <NumberField
            label="Length"
            unit="m"
            emptyAs="unknown, assumed"
            minimum={0.01}
            value={cable.length_m}
            onChange={(metres) => edits.setLength(cable.id, metres)}
          />
          <Said label="Id" value={<span className="id">{cable.id}</span>} />
        </div>
      </section>
      <div className={`panel ${styles.ends}`}>
        <button type="button" className="btn" onClick={() => onBreak(slowCable(cable.id))}>
          <Icon name="fault" />
          Degrade in a run
        </button>
        <button type="button" className="btn" onClick={edits.remove}>
          <Icon name="trash" />
          Delete this cable
        </button>
      </div>
    </>
  );
}
