// Hosts written by name, one after another: what a person types becomes ids, and ids are shown as names.

interface Host {
  id: string;
  name: string;
}

/** The ids of the hosts that a text names, once each; what names no host stays, for the server to say so. */
export function hostsNamed(text: string, hosts: readonly Host[]): string[] {
  const known = new Map<string, string>();
  for (const { id, name } of hosts) if (name && !known.has(name)) known.set(name, id);
  for (const { id } of hosts) known.set(id, id);
  const words = text.split(/[,;\n]/).map((word) => word.trim());
  return [...new Set(words.filter(Boolean).map((word) => known.get(word) ?? word))];
}

export function saidAs(ids: readonly string[], hosts: readonly Host[]): string {
  const names = new Map(hosts.map(({ id, name }) => [id, name || id]));
  return ids.map((id) => names.get(id) ?? id).join(", ");
}
