// Servers that a file describes without saying where they stand: each from the front, with what it holds.
import type { DeviceType } from "../../api/types";
import { portsText } from "../../catalogue/entries";
import { counted } from "../../numbers/format";
import { DeviceFront } from "../../parts/DeviceFront";
import styles from "./import.module.css";

export function ServerTypes({ types }: { types: readonly DeviceType[] }) {
  return (
    <div className={`stage scroll ${styles.servers}`}>
      {types.map((type) => {
        const says = `${counted(type.gpus, "GPU")}, ${counted(type.ports.length, "adapter")}: ${portsText(type.ports)}`;
        return (
          <figure key={type.id}>
            <DeviceFront kind="server" ports={type.ports} gpus={type.gpus} label={says} />
            <figcaption>
              {says}. {type.ports.map(({ name }) => name).join(", ")}
            </figcaption>
          </figure>
        );
      })}
    </div>
  );
}
