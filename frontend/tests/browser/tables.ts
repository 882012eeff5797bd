// A dump of forwarding tables for a leaf-spine fabric, as dump_lfts.sh writes it: up by the first cable to a spine, then down.
interface Fabric {
  cables: { a: string; b: string }[];
}

const deviceOf = (address: string): string => address.slice(0, address.indexOf("/"));
const portOf = (address: string): string => address.slice(address.indexOf("/") + 1);
const line = (lid: number, port: string, adapter: string): string =>
  `0x${lid.toString(16).padStart(4, "0")} ${port.slice(1).padStart(3, "0")} : ` +
  `(Channel Adapter portguid 0x${(1000 + lid).toString(16).padStart(16, "0")}: '${adapter.replace("/", " ")}')`;

/** Every switch has one port for every adapter; host cables have their host at `a`, others their leaf. */
export function dumpOf({ cables }: Fabric): string {
  const isHostCable = ({ a }: { a: string }) => !/^p\d+$/.test(portOf(a));
  const hostCables = cables.filter(isHostCable);
  const upCables = cables.filter((cable) => !isHostCable(cable));
  const switches = [
    ...new Set(
      cables
        .flatMap(({ a, b }) => [a, b])
        .filter((end) => /^p\d+$/.test(portOf(end)))
        .map(deviceOf),
    ),
  ];
  const blocks = switches.map((name, i) => {
    const routes = hostCables.map(({ a: adapter, b: leafPort }, lid) => {
      const leaf = deviceOf(leafPort);
      const up = upCables.find(({ a }) => deviceOf(a) === name);
      const down = upCables.find(({ a, b }) => deviceOf(b) === name && deviceOf(a) === leaf);
      const port = leaf === name ? leafPort : (down?.b ?? up?.a ?? "");
      return line(lid + 1, portOf(port), adapter);
    });
    return [
      `Unicast lids [0x0-0x${hostCables.length.toString(16)}] of switch Lid ${500 + i} guid 0x${(i + 1).toString(16).padStart(16, "0")} (${name}):`,
      ...routes,
    ].join("\n");
  });
  return blocks.join("\n");
}
