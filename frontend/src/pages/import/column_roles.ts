// Which column of a list of cables is what: roles for columns while a person chooses, and the map that comes of it.
import type { ColumnMap } from "../../api/types";

export type Role = Exclude<keyof ColumnMap, "name" | "speed_unit" | "length_unit">;

/** What a column can be, by the end of the cable that it is about. */
export const ROLES: readonly { title: string; of: "a" | "b" | "cable"; roles: readonly [Role, string][] }[] =
  [
    {
      title: "One end",
      of: "a",
      roles: [
        ["a_device", "Device"],
        ["a_port", "Port"],
        ["a_adapter", "Adapter of the port"],
        ["a_kind", "Role (leaf, server …)"],
        ["a_model", "Model"],
        ["a_group", "Rack"],
      ],
    },
    {
      title: "The other end",
      of: "b",
      roles: [
        ["b_device", "Peer device"],
        ["b_port", "Peer port"],
        ["b_adapter", "Peer’s adapter"],
        ["b_kind", "Peer’s role"],
        ["b_model", "Peer’s model"],
        ["b_group", "Peer’s rack"],
      ],
    },
    {
      title: "The cable",
      of: "cable",
      roles: [
        ["speed", "Speed"],
        ["length", "Length"],
        ["length_unit_column", "Unit of the length"],
      ],
    },
  ];

const ALL = ROLES.flatMap(({ roles }) => roles.map(([role]) => role));

/** The end of the cable that a role is about. */
export function endOf(role: Role): "a" | "b" | "cable" {
  return role.startsWith("a_") ? "a" : role.startsWith("b_") ? "b" : "cable";
}

/** Roles by the header of their column, and how numbers without a unit count. */
export interface Assignment {
  roles: Readonly<Record<string, Role>>;
  speed_unit: ColumnMap["speed_unit"];
  length_unit: ColumnMap["length_unit"];
}

export const NOTHING_ASSIGNED: Assignment = { roles: {}, speed_unit: null, length_unit: "m" };

/** A header as it is compared: small letters and digits alone. */
function keyOf(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Whether a file has every column of a map. */
export function fits(map: ColumnMap, headers: readonly string[]): boolean {
  const keys = new Set(headers.map(keyOf));
  return ALL.every((role) => map[role] === null || keys.has(keyOf(map[role])));
}

/** What a map says of the columns of a file; columns that the file lacks are left out. */
export function assignedBy(map: ColumnMap, headers: readonly string[]): Assignment {
  const roles: Record<string, Role> = {};
  for (const role of ALL) {
    const column = map[role];
    const header = column && headers.find((each) => keyOf(each) === keyOf(column));
    if (header && !roles[header]) roles[header] = role;
  }
  return { roles, speed_unit: map.speed_unit, length_unit: map.length_unit };
}

/** The assignment with a column in a role, null for a column that is not read; no two columns have one role. */
export function withRole(assignment: Assignment, header: string, role: Role | null): Assignment {
  const others = Object.entries(assignment.roles).filter(
    ([each, taken]) => each !== header && taken !== role,
  );
  return { ...assignment, roles: Object.fromEntries(role ? [...others, [header, role]] : others) };
}

/** The devices that no column is chosen for yet, in words; empty when the map is whole. */
export function lacking({ roles }: Assignment): string[] {
  const chosen = new Set(Object.values(roles));
  return [
    ...(chosen.has("a_device") ? [] : ["the device at one end"]),
    ...(chosen.has("b_device") ? [] : ["the device at the other end"]),
  ];
}

/** The map of an assignment that lacks nothing. */
export function mapOf({ roles, speed_unit, length_unit }: Assignment, name: string): ColumnMap {
  const columns = Object.fromEntries(ALL.map((role) => [role, null as string | null])) as Record<
    Role,
    string | null
  >;
  for (const [header, role] of Object.entries(roles)) columns[role] = header;
  return {
    ...columns,
    name: name.trim(),
    a_device: columns.a_device ?? "",
    b_device: columns.b_device ?? "",
    speed_unit,
    length_unit,
  };
}
