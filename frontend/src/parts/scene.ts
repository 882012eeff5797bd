// A fabric that is only looked at: its scene, and the names of its devices and cables for tables.
import { useMemo } from "react";
import type { FabricDocument } from "../api/types";
import { type Scene, SERVER } from "../canvas/types";
import { portOf } from "../fabric/document";
import { layoutFabric } from "../fabric/layout";
import { type Drawn, sceneOf } from "../fabric/scene";

export interface CableWords {
  id: string;
  name: string;
  /** Both ends are switches. */
  between: boolean;
}

const EMPTY: FabricDocument = {
  format: 1,
  kind: "fabric",
  name: "",
  device_types: [],
  devices: [],
  cables: [],
  latency: { switch_ns: 0, adapter_ns: 0, fibre_ns_per_m: 0, assumed_length_m: 0 },
  tier_names: [],
  accepted: [],
};

const drawn = new WeakMap<FabricDocument, Drawn>();

/** The scene of a document and its layout, laid out once. */
export function readDrawn(document: FabricDocument): Drawn {
  let made = drawn.get(document);
  if (!made) {
    const layout = layoutFabric(document);
    made = { scene: sceneOf(document, layout), layout };
    drawn.set(document, made);
  }
  return made;
}

export const useFabricScene = (document: FabricDocument | undefined): Scene =>
  useMemo(() => readDrawn(document ?? EMPTY).scene, [document]);

const namesByScene = new WeakMap<Scene, Map<string, string>>();

/** What a device is called, by its id. */
export function deviceName(scene: Scene, id: string): string {
  let names = namesByScene.get(scene);
  if (!names) {
    names = new Map(scene.deviceIds.map((device, row) => [device, scene.names[row]]));
    namesByScene.set(scene, names);
  }
  return names.get(id) ?? id;
}

function endName(scene: Scene, address: string): string {
  const device = address.slice(0, address.indexOf("/"));
  return `${deviceName(scene, device)}/${portOf(address)}`;
}

/** "leaf-02-06/p39 – spine-05/p12" */
export function cableName(scene: Scene, { a, b }: { a: string; b: string }): string {
  return `${endName(scene, a)} – ${endName(scene, b)}`;
}

/** The names of all cables, in the order of the document, which is that of every frame. */
export function cableWords(scene: Scene): CableWords[] {
  return scene.cableIds.map((id, row) => {
    const [a, b] = [scene.ports[2 * row], scene.ports[2 * row + 1]];
    const isServer = (device: number) => device < 0 || scene.kinds[device] === SERVER;
    return {
      id,
      name: cableName(scene, { a, b }),
      between: !isServer(scene.from[row]) && !isServer(scene.to[row]),
    };
  });
}

/** "spine-05/p12 → leaf-02-06/p39": a cable's name in the direction that matters, as it is where both do. */
export function directedName(name: string, direction: "ab" | "ba" | "both"): string {
  if (direction === "both") return name;
  const ends = name.split(" – ");
  return (direction === "ab" ? ends : ends.reverse()).join(" → ");
}

/** The names of all switches. */
export function switchWords(scene: Scene): { id: string; name: string }[] {
  return scene.deviceIds
    .map((id, row) => ({ id, name: scene.names[row], kind: scene.kinds[row] }))
    .filter(({ kind }) => kind !== SERVER);
}
