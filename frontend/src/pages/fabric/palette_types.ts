// What can be drawn with: the types in this fabric, a person's own, and the catalogue's.
import { useMemo } from "react";
import { useCatalogue, useOwnTypes } from "../../api/queries";
import type { DeviceType } from "../../api/types";

export interface PaletteTypes {
  /** In the fabric, and not among the person's own. */
  here: DeviceType[];
  own: DeviceType[];
  catalogue: DeviceType[];
}

/**
 * The types of a palette. A type that the fabric has under the same id but with other figures, as it was when the
 * fabric took it, comes under an id of its own, so that drawing with it changes nothing that stands.
 */
export function paletteOf(
  here: readonly DeviceType[],
  own: readonly DeviceType[],
  catalogue: readonly DeviceType[],
): PaletteTypes {
  const byId = new Map(here.map((type) => [type.id, type]));
  const offered = (type: DeviceType): DeviceType => {
    let [id, number] = [type.id, 1];
    for (let found = byId.get(id); found; found = byId.get(id)) {
      if (alike(found, type)) return found;
      number += 1;
      id = `${type.id}-${number}`;
    }
    return id === type.id ? type : { ...type, id };
  };
  const owned = own.map(offered);
  const ids = new Set(owned.map(({ id }) => id));
  return {
    here: here.filter(({ id }) => !ids.has(id)),
    own: owned,
    catalogue: catalogue.map(offered),
  };
}

/** Whether two types differ in nothing but their id. */
function alike(one: DeviceType, other: DeviceType): boolean {
  const keys = Object.keys(one) as (keyof DeviceType)[];
  return keys.every((key) => key === "id" || JSON.stringify(one[key]) === JSON.stringify(other[key]));
}

export function usePaletteTypes(here: readonly DeviceType[]): PaletteTypes {
  const own = useOwnTypes();
  const catalogue = useCatalogue();
  return useMemo(
    () =>
      paletteOf(
        here,
        (own.data?.results ?? []).map(({ document }) => document),
        catalogue.data?.device_types ?? [],
      ),
    [here, own.data, catalogue.data],
  );
}

/** The type of a tool, wherever it is offered. */
export function typeIn(types: PaletteTypes, id: string): DeviceType | undefined {
  return [...types.here, ...types.own, ...types.catalogue].find((type) => type.id === id);
}
