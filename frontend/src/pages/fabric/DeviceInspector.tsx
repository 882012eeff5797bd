// One switch or host: its name and type, the port budget, aggregation, and whom its cables lead to.
import { useCatalogue } from "../../api/queries";
import type { Aggregation, Device, DeviceType } from "../../api/types";
import type { Scene } from "../../canvas/types";
import { ownRows, profileRows } from "../../catalogue/limits";
import { OFFERED, PROFILES, withProfile } from "../../catalogue/profiles";
import { ADDS_NOTHING } from "../../fabric/document";
import { counted, fixed, plain, wireRate } from "../../numbers/format";
import { FieldRow, NumberField, Said, SelectField, TextField } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { LimitFields } from "../../parts/LimitFields";
import { More } from "../../parts/More";
import { Panel } from "../../parts/Panel";
import { downSwitch } from "../launch/faults";
import { type Budget, budgetOf, oversubscription } from "./budget";
import styles from "./fabric.module.css";
import { InsidePanel } from "./InsidePanel";
import type { InspectorProps } from "./inspected";

export function DeviceInspector({
  document,
  scene,
  edits,
  onPick,
  onBreak,
  device,
  row,
}: InspectorProps & { device: Device; row: number }) {
  const type = document.device_types.find((one) => one.id === device.type);
  const kind = type?.kind ?? "switch";
  const budget = budgetOf(scene, row, type);
  const tier = scene.rows.find((one) => one.tier === scene.tiers[row]);
  const sameKind = document.device_types.filter((one) => one.kind === kind);
  return (
    <>
      <section className="panel" aria-label={device.name || device.id}>
        <div className={styles.title}>
          <span className="swatch" style={{ background: `var(--tier-${Math.min(3, scene.tiers[row])})` }} />
          <h2>{device.name || device.id}</h2>
          <small className={styles.kind}>
            {kind === "switch" ? "switch" : "host"}
            {kind === "switch" && tier && `, tier ${tier.name.toLowerCase()}`}
          </small>
        </div>
        <div className="panel-body">
          <TextField
            label="Name"
            value={device.name}
            placeholder={device.id}
            onCommit={(name) => edits.rename(device.id, name)}
          />
          <SelectField
            label="Type"
            value={device.type}
            options={sameKind.map((one) => ({ value: one.id, label: one.name || one.id }))}
            onChange={(next) => edits.setType(device.id, next)}
          />
          <Said label="Id" value={<span className="id">{device.id}</span>} />
          {device.group && <Said label="Group" value={device.group} />}
          {device.tags.length > 0 && (
            <Said
              label="Tags"
              value={device.tags.map((tag) => (
                <span key={tag} className="tag">
                  {tag}
                </span>
              ))}
            />
          )}
          {type && type.gpus > 0 && <Said label="GPUs" value={plain(type.gpus)} />}
          {type?.source && <Said label="Source" value={type.source} />}
        </div>
      </section>
      <PortBudget budget={budget} isHost={kind === "server"} />
      {kind === "switch" && (
        <AggregationFields
          device={device}
          type={type}
          onChange={(value) => edits.setAggregation(device.id, value)}
        />
      )}
      {type && kind === "server" && (
        <InsidePanel
          type={type}
          hosts={document.devices.filter((one) => one.type === type.id).length}
          unknown={sameKind.filter((one) => !one.scale_up && one.id !== type.id).map(({ id }) => id)}
          onChange={edits.setInside}
        />
      )}
      <Neighbours
        budget={budget}
        scene={scene}
        onPick={(other) => onPick({ devices: [other], cables: [] })}
      />
      <Remove
        label={kind === "switch" ? "Delete this switch" : "Delete this host"}
        cables={budget.down.ports + budget.up.ports}
        onRemove={edits.remove}
        onBreak={kind === "switch" ? () => onBreak(downSwitch(device.id)) : undefined}
      />
    </>
  );
}

interface RemoveProps {
  label: string;
  cables: number;
  onRemove(): void;
  onBreak?(): void;
}

function Remove({ label, cables, onRemove, onBreak }: RemoveProps) {
  return (
    <div className={`panel ${styles.ends}`}>
      {onBreak && (
        <button type="button" className="btn" onClick={onBreak}>
          <Icon name="broken" />
          Down in a run
        </button>
      )}
      <button type="button" className="btn" onClick={onRemove}>
        <Icon name="trash" />
        {label}
      </button>
      {cables > 0 && (
        <p className="note">Deleted with its {counted(cables, "cable")}; undo brings all back.</p>
      )}
    </div>
  );
}

const MOST_SQUARES = 192;

function PortBudget({ budget, isHost }: { budget: Budget; isHost: boolean }) {
  const ratio = oversubscription(budget);
  const side = (what: { ports: number; gbps: number; unknown: number }) =>
    what.ports
      ? `${wireRate(what.gbps)}${what.unknown ? `, ${counted(what.unknown, "speed")} unknown` : ""}`
      : undefined;
  const squares = [
    ...new Array<string>(budget.down.ports).fill(styles.down),
    ...new Array<string>(budget.up.ports).fill(styles.up),
    ...new Array<string>(budget.free).fill(""),
  ].slice(0, MOST_SQUARES);
  return (
    <Panel
      title="Port budget"
      end={`${plain(budget.total)} ${budget.portGbps === null ? "ports" : `× ${wireRate(budget.portGbps)}`}`}
    >
      <div className="panel-body">
        <div className={styles.ports} aria-hidden="true">
          {squares.map((kind, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a port square is its place in the row
            <i key={i} className={kind} />
          ))}
        </div>
        {!isHost && <Said label="Down" value={plain(budget.down.ports)} small={side(budget.down)} />}
        <Said label={isHost ? "To switches" : "Up"} value={plain(budget.up.ports)} small={side(budget.up)} />
        {ratio !== null && !isHost && (
          <Said label="Oversubscription" value={`${fixed(ratio, 2)} : 1`} small="by capacity" />
        )}
        <Said label="Free" value={plain(budget.free)} />
      </div>
    </Panel>
  );
}

interface AggregationProps {
  device: Device;
  type: DeviceType | undefined;
  onChange(value: Aggregation | null): void;
}

function AggregationFields({ device, type, onChange }: AggregationProps) {
  const inherited: Aggregation = type?.aggregation ?? ADDS_NOTHING;
  const now = device.aggregation ?? inherited;
  const catalogue = useCatalogue();
  const profile =
    now.profile === "none"
      ? undefined
      : catalogue.data?.aggregation_profiles.find((each) => each.profile === now.profile);
  return (
    <Panel title="Aggregation" end={device.aggregation ? "of this switch" : "of its type"}>
      <div className="panel-body">
        <SelectField
          label="Profile"
          value={device.aggregation?.profile ?? ("type" as const)}
          options={[
            { value: "type", label: `As its type: ${PROFILES[inherited.profile].name}` },
            ...OFFERED.map((value) => ({ value, label: PROFILES[value].name })),
          ]}
          onChange={(value) => onChange(value === "type" ? null : withProfile(now, value))}
        />
        {now.profile !== "custom" && <Said label="Active trees" value={PROFILES[now.profile].says} />}
        {device.aggregation?.limits && (
          <LimitFields
            limits={device.aggregation.limits}
            onChange={(limits) => onChange({ ...now, limits })}
          />
        )}
        {!device.aggregation &&
          ownRows(now).map(({ label, value }) => <Said key={label} {...{ label, value }} />)}
        {profile && (
          <More title={`Limits of ${PROFILES[now.profile].name}`} set={0}>
            {profileRows(profile).map(({ label, value, source }) => (
              <FieldRow key={label} label={label} explained={{ says: value, source }}>
                <span className="said">
                  <span className="clip">{value}</span>
                </span>
              </FieldRow>
            ))}
          </More>
        )}
        {now.profile !== "none" && (
          <NumberField
            label="Reducer"
            unit="Gb/s"
            emptyAs="line rate, assumed"
            minimum={0.001}
            value={now.reducer_gbps}
            onChange={(reducer_gbps) => onChange({ ...now, reducer_gbps })}
          />
        )}
      </div>
    </Panel>
  );
}

const MOST_NEIGHBOURS = 40;

function Neighbours({
  budget,
  scene,
  onPick,
}: {
  budget: Budget;
  scene: Scene;
  onPick(device: string): void;
}) {
  if (!budget.neighbours.length) {
    return (
      <Panel title="Cables">
        <p className="panel-body note">None. Take the cable tool and draw from here to another device.</p>
      </Panel>
    );
  }
  const speeds = (list: readonly (number | null)[]) =>
    list.map((gbps) => (gbps === null ? "?" : plain(gbps))).join(", ");
  return (
    <Panel title="Cables" end={counted(budget.neighbours.length, "neighbour")}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">To</th>
            <th scope="col">Side</th>
            <th scope="col" className="n">
              Cables
            </th>
            <th scope="col" className="n">
              Gb/s each
            </th>
          </tr>
        </thead>
        <tbody>
          {budget.neighbours.slice(0, MOST_NEIGHBOURS).map((other) => (
            <tr key={other.row}>
              <td className="id wide">
                <button
                  type="button"
                  className={`link ${styles.plainLink}`}
                  onClick={() => onPick(scene.deviceIds[other.row])}
                >
                  {scene.names[other.row]}
                </button>
              </td>
              <td className="t-3">{other.up ? "up" : "down"}</td>
              <td className="n">{other.cables}</td>
              <td className={other.speeds.length > 1 || other.speeds[0] === null ? "n t-warn" : "n"}>
                {speeds(other.speeds)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {budget.neighbours.length > MOST_NEIGHBOURS && (
        <p className="panel-body note">and {plain(budget.neighbours.length - MOST_NEIGHBOURS)} more</p>
      )}
    </Panel>
  );
}
