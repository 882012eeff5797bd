// What the inspectors share: what is shown, and the edits they ask for.
import type { Aggregation, FabricDocument } from "../../api/types";
import type { Scene } from "../../canvas/types";
import type { Inside } from "../../fabric/commands";
import type { Broken } from "../launch/faults";

export interface Edits {
  entitle(name: string): void;
  rename(device: string, name: string): void;
  setType(device: string, type: string): void;
  setAggregation(device: string, aggregation: Aggregation | null): void;
  setInside(types: readonly string[], inside: Inside): void;
  setSpeed(cable: string, gbps: number | null): void;
  setLength(cable: string, metres: number | null): void;
  remove(): void;
}

export interface InspectorProps {
  /** The fabric's name where its document has none. */
  name: string;
  document: FabricDocument;
  scene: Scene;
  devices: readonly string[];
  cables: readonly string[];
  edits: Edits;
  onPick(ids: { devices: string[]; cables: string[] }): void;
  /** Break a cable or a switch in a run. */
  onBreak(broken: Broken): void;
}
