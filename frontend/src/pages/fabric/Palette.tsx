// The palette: the types that can be drawn with. Click one and then the canvas, or drag it there.
import { Link } from "react-router";
import type { DeviceType } from "../../api/types";
import { DRAGGED_TYPE } from "../../canvas/input";
import type { Tool } from "../../canvas/types";
import { counted, plain, whole } from "../../numbers/format";
import { Icon } from "../../parts/Icon";
import styles from "./palette.module.css";
import type { PaletteTypes } from "./palette_types";

interface Props {
  types: PaletteTypes;
  tool: Tool;
  onTool(tool: Tool): void;
}

function portsOf(type: DeviceType): string {
  const speeds = new Map<number | null, number>();
  for (const block of type.ports) speeds.set(block.gbps, (speeds.get(block.gbps) ?? 0) + block.count);
  const ports = [...speeds].map(([gbps, count]) => `${plain(count)} × ${gbps === null ? "?" : plain(gbps)}G`);
  if (type.gpus) ports.push(counted(type.gpus, "GPU"));
  // Lines break between the parts, not within one.
  return ports.map((part) => part.replaceAll(" ", "\u00a0")).join(", ") || "no port";
}

/** Switches first, then servers from the fewest ports; of types that draw alike the first stands for all. */
function offered(types: readonly DeviceType[]): DeviceType[] {
  const first = new Map<string, DeviceType>();
  for (const type of types) {
    const looks = JSON.stringify([type.kind, type.gpus, portsOf(type), type.aggregation.profile]);
    if (!first.has(looks)) first.set(looks, type);
  }
  const ports = (type: DeviceType) => type.ports.reduce((sum, block) => sum + block.count, 0);
  return [...first.values()].sort(
    (one, other) =>
      Number(one.kind !== "switch") - Number(other.kind !== "switch") || ports(one) - ports(other),
  );
}

export function Palette({ types, tool, onTool }: Props) {
  const tile = (type: DeviceType, title: string) => (
    <Tile key={type.id} type={type} title={title} tool={tool} onTool={onTool} />
  );
  // Of what is not in the fabric yet, the name says more than the kind.
  const named = (type: DeviceType) => tile(type, (type.name || type.id).split(", ")[0]);
  return (
    <div className={styles.palette}>
      {offered(types.here).map((type) => tile(type, type.kind === "switch" ? "Switch" : "Server"))}
      <details open={types.own.length > 0 || undefined}>
        <summary>
          Yours <small>{types.own.length > 0 && whole(types.own.length)}</small>
          <Icon name="down" className={styles.turn} />
        </summary>
        {types.own.length > 0 ? (
          <div className={styles.tiles}>{types.own.map(named)}</div>
        ) : (
          <p className={`note ${styles.nothing}`}>
            What you add to the <Link to="/catalogue">catalogue</Link> can be drawn with here.
          </p>
        )}
      </details>
      <details>
        <summary>
          Catalogue <small>{types.catalogue.length > 0 && whole(types.catalogue.length)}</small>
          <Icon name="down" className={styles.turn} />
        </summary>
        <div className={styles.tiles}>{types.catalogue.map(named)}</div>
      </details>
    </div>
  );
}

interface TileProps {
  type: DeviceType;
  title: string;
  tool: Tool;
  onTool(tool: Tool): void;
}

function Tile({ type, title, tool, onTool }: TileProps) {
  const own: Tool = `add:${type.id}`;
  const isOn = tool === own;
  const name = type.name || type.id;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={`Add ${name}`}
      title={isOn ? "Click on the canvas to put it there" : `${name}: click, then click on the canvas`}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED_TYPE, type.id);
        event.dataTransfer.effectAllowed = "copy";
      }}
      onClick={() => onTool(isOn ? "select" : own)}
    >
      <svg viewBox="0 0 30 20" width="28" height="19" aria-hidden="true">
        {type.kind === "switch" ? (
          <>
            <rect
              x="1.500"
              y="4.500"
              width="27"
              height="11"
              fill="var(--device)"
              stroke="var(--device-edge)"
            />
            <path
              d="M5 15.500v2.500M9 15.500v2.500M13 15.500v2.500M17 15.500v2.500M21 15.500v2.500M25 15.500v2.500"
              stroke="var(--device-edge)"
            />
          </>
        ) : (
          <>
            <rect
              x="8.500"
              y="1.500"
              width="13"
              height="17"
              fill="var(--device)"
              stroke="var(--device-edge)"
            />
            <path d="M11 5.500h8M11 9.500h8M11 13.500h8" stroke="var(--device-edge)" />
          </>
        )}
      </svg>
      <span className="clip">
        {title}
        <small>{portsOf(type)}</small>
      </span>
    </button>
  );
}
