// The outline: tiers from the top down, each with its devices and their ports down and up; long lists are virtual.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import type { Severity } from "../../api/types";
import type { Scene } from "../../canvas/types";
import { whole } from "../../numbers/format";
import { Shape } from "../../parts/Findings";
import { Icon } from "../../parts/Icon";
import styles from "./fabric.module.css";

interface Props {
  scene: Scene;
  selected: ReadonlySet<string>;
  /** The worst finding of a device. */
  marks: Readonly<Record<string, Severity>>;
  onPick(device: string): void;
}

type Line = { kind: "tier"; tier: number; name: string; count: number } | { kind: "device"; row: number };

const LINE = 24;

/** Ports in use of every device, down and up. */
function portsUsed(scene: Scene): { down: Int32Array; up: Int32Array } {
  const down = new Int32Array(scene.deviceIds.length);
  const up = new Int32Array(scene.deviceIds.length);
  for (let cable = 0; cable < scene.cableIds.length; cable++) {
    const [a, b] = [scene.from[cable], scene.to[cable]];
    if (a < 0 || b < 0) continue;
    const aBelow = scene.tiers[a] < scene.tiers[b];
    (aBelow ? up : down)[a]++;
    (aBelow ? down : up)[b]++;
  }
  return { down, up };
}

export function Outline({ scene, selected, marks, onPick }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<number>>(() => new Set([0]));
  const used = useMemo(() => portsUsed(scene), [scene]);
  const lines = useMemo(() => {
    const all: Line[] = [];
    for (const tier of [...scene.rows].sort((a, b) => b.tier - a.tier)) {
      const devices: Line[] = [];
      for (let row = 0; row < scene.deviceIds.length; row++) {
        if (scene.tiers[row] === tier.tier) devices.push({ kind: "device", row });
      }
      all.push({ kind: "tier", tier: tier.tier, name: tier.name, count: devices.length });
      if (!closed.has(tier.tier)) all.push(...devices);
    }
    return all;
  }, [scene, closed]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 12,
  });
  const toggle = (tier: number) => {
    const next = new Set(closed);
    if (!next.delete(tier)) next.add(tier);
    setClosed(next);
  };
  return (
    <div className={`scroll ${styles.outline}`} ref={scroller}>
      <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          const place = { transform: `translateY(${item.start}px)` };
          if (line.kind === "tier") {
            return (
              <button
                key={`tier ${line.tier}`}
                type="button"
                className={styles.tier}
                style={place}
                aria-expanded={!closed.has(line.tier)}
                onClick={() => toggle(line.tier)}
              >
                <Icon name={closed.has(line.tier) ? "right" : "down"} />
                <span className="swatch" style={{ background: `var(--tier-${Math.min(3, line.tier)})` }} />
                {line.name}
                <span className={styles.count}>{whole(line.count)}</span>
              </button>
            );
          }
          const id = scene.deviceIds[line.row];
          const isSelected = selected.has(id);
          return (
            <button
              key={id}
              type="button"
              className={isSelected ? `${styles.device} ${styles.selected}` : styles.device}
              style={place}
              aria-pressed={isSelected}
              onClick={() => onPick(id)}
            >
              <span className="clip">{scene.names[line.row]}</span>
              {marks[id] && <Shape severity={marks[id]} />}
              <span className={styles.count}>
                {used.down[line.row]} / {used.up[line.row]}
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
