// The inspector of what is selected: one switch, one host, one cable, a count of many, or else the whole fabric.
import { useMemo } from "react";
import { counted, wireRate } from "../../numbers/format";
import { Said, TextField } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Panel } from "../../parts/Panel";
import { gapsInWords } from "./budget";
import { CableInspector } from "./CableInspector";
import { DeviceInspector } from "./DeviceInspector";
import styles from "./fabric.module.css";
import type { InspectorProps } from "./inspected";

export function Inspector(props: InspectorProps) {
  const { document, scene, devices, cables } = props;
  if (devices.length === 1 && cables.length === 0) {
    const row = scene.deviceIds.indexOf(devices[0]);
    const device = document.devices[row];
    if (device) return <DeviceInspector key={device.id} {...props} device={device} row={row} />;
  }
  if (cables.length === 1 && devices.length === 0) {
    const row = scene.cableIds.indexOf(cables[0]);
    const cable = document.cables[row];
    if (cable) return <CableInspector key={cable.id} {...props} cable={cable} row={row} />;
  }
  if (devices.length + cables.length > 1) return <ManyInspector {...props} />;
  return <FabricSummary {...props} />;
}

function ManyInspector({ devices, cables, edits }: InspectorProps) {
  const words = [
    devices.length && counted(devices.length, "device"),
    cables.length && counted(cables.length, "cable"),
  ].filter(Boolean);
  return (
    <section className="panel" aria-label="Selection">
      <div className={styles.title}>
        <h2>{words.join(", ")} selected</h2>
      </div>
      <div className="panel-body">
        <button type="button" className="btn" onClick={edits.remove}>
          <Icon name="trash" />
          Delete them
        </button>
      </div>
    </section>
  );
}

function FabricSummary({ document, scene, edits, name }: InspectorProps) {
  const speeds = useMemo(() => {
    const counts = new Map<number, number>();
    for (const gbps of scene.gbps) counts.set(gbps, (counts.get(gbps) ?? 0) + 1);
    return [...counts];
  }, [scene.gbps]);
  return (
    <>
      <section className="panel" aria-label="Fabric">
        <div className={styles.title}>
          <h2>{document.name || name}</h2>
          <small className={styles.kind}>nothing is selected</small>
        </div>
        <div className="panel-body">
          <TextField label="Name" value={document.name || name} onCommit={edits.entitle} />
          {scene.rows.map((tier) => (
            <Said key={tier.tier} label={tier.name} value={tier.says} />
          ))}
          {speeds.map(([gbps, count]) => (
            <Said
              key={gbps}
              label={`At ${Number.isNaN(gbps) ? "unknown" : wireRate(gbps)}`}
              value={counted(count, "cable")}
            />
          ))}
          {!scene.rows.length && <p className="note">Nothing is drawn yet.</p>}
        </div>
      </section>
      {scene.gaps.length > 0 && (
        <Panel title="Between the tiers" end="capacity down against up">
          <div className="panel-body">
            {gapsInWords(scene).map((gap) => (
              <Said key={gap.between} label={gap.between} value={gap.title} small={gap.says} />
            ))}
          </div>
        </Panel>
      )}
      <p className="panel note" style={{ padding: 12 }}>
        Click a device or a cable to see and change it. Drag moves the view or a device, Shift and drag
        selects several, the wheel zooms, 0 shows all.
      </p>
    </>
  );
}
