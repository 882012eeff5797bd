// What is encrypted on the way, and what that takes of each packet and hop.
import { Choice } from "../../parts/Choice";
import { NumberField } from "../../parts/Field";
import { Panel } from "../../parts/Panel";
import { ENCRYPTION, type Encryption, type Security } from "./aggregation";
import type { PanelProps } from "./JobPanel";
import styles from "./launch.module.css";
import { TERMS } from "./terms";

export function EncryptionPanel({ settings, wrongAt, set }: PanelProps) {
  const { security } = settings;
  const change = (part: Partial<Security>) => set({ security: { ...security, ...part } });
  const wrong = wrongAt("/security/encryption");
  return (
    <Panel title="Encryption">
      <div className="panel-body">
        <Choice
          label="Encryption"
          value={security.encryption}
          options={(Object.keys(ENCRYPTION) as Encryption[]).map((value) => ({
            value,
            label: ENCRYPTION[value].label,
          }))}
          onChange={(encryption) => change({ encryption })}
        />
        <p className="note">{ENCRYPTION[security.encryption].says}</p>
        {wrong && (
          <p className={styles.wrong} role="alert">
            {wrong}
          </p>
        )}
        {security.encryption !== "none" && (
          <NumberField
            label="Packet"
            explained={TERMS.mtu}
            unit="bytes of payload"
            value={security.mtu_bytes}
            minimum={256}
            maximum={65_536}
            wholeOnly
            error={wrongAt("/security/mtu_bytes")}
            onChange={(mtu_bytes) => change({ mtu_bytes })}
          />
        )}
        {security.encryption === "macsec" && (
          <NumberField
            label="A hop"
            explained={TERMS.macsecHop}
            unit="µs more, assumed"
            value={security.macsec_hop_us}
            minimum={0}
            maximum={1e6}
            error={wrongAt("/security/macsec_hop_us")}
            onChange={(macsec_hop_us) => change({ macsec_hop_us })}
          />
        )}
      </div>
    </Panel>
  );
}
