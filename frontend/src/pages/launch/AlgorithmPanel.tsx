// How the collective is done: in which switches it is added, else by which algorithm of the hosts; and within hosts.
import { useRef } from "react";
import type { Algorithm } from "../../api/types";
import { Choice } from "../../parts/Choice";
import { Explained } from "../../parts/Explained";
import { NumberField, SelectField } from "../../parts/Field";
import { Panel } from "../../parts/Panel";
import { AddingFields } from "./AddingFields";
import { type Adding, IN_HOST, type InHost, TIERS, type Tiers } from "./aggregation";
import { ALGORITHMS, algorithmOf, COLLECTIVES, fitting } from "./algorithms";
import type { PanelProps } from "./JobPanel";
import styles from "./launch.module.css";
import { type HostChoice, ServersFields } from "./ServersFields";
import { TERMS } from "./terms";

const NOWHERE = "In no switch: hosts add, switches forward.";

export function AlgorithmPanel({ settings, hosts, wrongAt, set }: PanelProps & { hosts: HostChoice }) {
  const { collective, aggregation } = settings;
  const { by } = COLLECTIVES[collective];
  const algorithm = fitting(collective, settings.algorithm);
  const canAdd = by.includes("in-network");
  const isTree = algorithm === "in-network";
  // What the hosts did before the switches were asked to add.
  const byHosts = useRef<Algorithm>(isTree ? "ring" : algorithm);
  if (!isTree) byHosts.current = algorithm;
  const setAdding = (part: Partial<Adding>) => set({ aggregation: { ...aggregation, ...part } });
  const addIn = (tiers: Tiers | "none") =>
    tiers === "none"
      ? set({ algorithm: byHosts.current })
      : set({ algorithm: "in-network", aggregation: { ...aggregation, tiers } });
  return (
    <Panel title="Algorithm">
      <div className="panel-body">
        {canAdd && (
          <>
            <div className={styles.addIn}>
              <Explained {...TERMS.tiers}>Add in switches</Explained>
              <Choice
                label="Add in switches"
                value={isTree ? aggregation.tiers : "none"}
                options={[
                  { value: "none", label: "None" },
                  ...(Object.keys(TIERS) as Tiers[]).map((value) => ({ value, label: TIERS[value].label })),
                ]}
                onChange={addIn}
              />
            </div>
            <p className="note">
              {isTree ? `${ALGORITHMS[algorithm].says} ${TIERS[aggregation.tiers].says}` : NOWHERE}
            </p>
            {wrongAt("/aggregation/tiers") && (
              <p className={styles.wrong} role="alert">
                {wrongAt("/aggregation/tiers")}
              </p>
            )}
          </>
        )}
        {!isTree && (
          <>
            <SelectField
              label="Algorithm"
              value={algorithm}
              error={wrongAt("/algorithm")}
              options={by
                .filter((value) => value !== "in-network")
                .map((value) => ({ value, label: algorithmOf(collective, value).label }))}
              onChange={(value) => set({ algorithm: value })}
            />
            <p className="note">{algorithmOf(collective, algorithm).says}</p>
          </>
        )}
        {isTree && wrongAt("/algorithm") && (
          <p className={styles.wrong} role="alert">
            {wrongAt("/algorithm")}
          </p>
        )}
        {algorithm === "edge-servers" && (
          <ServersFields
            servers={aggregation.servers}
            hosts={hosts}
            wrongAt={(field) => wrongAt(`/aggregation/servers/${field}`)}
            onChange={(servers) => setAdding({ servers })}
          />
        )}
        {algorithm === "smart-nic" && (
          <NumberField
            label="An adapter adds"
            explained={TERMS.adapterRate}
            unit="Gb/s of input, assumed"
            value={aggregation.adapter_reduce_gbps}
            minimum={0.001}
            maximum={1e7}
            error={wrongAt("/aggregation/adapter_reduce_gbps")}
            onChange={(adapter_reduce_gbps) => setAdding({ adapter_reduce_gbps })}
          />
        )}
        {collective !== "barrier" && (
          <>
            <SelectField
              label="Inside hosts"
              explained={TERMS.inHost}
              value={settings.inHost}
              error={wrongAt("/scale_up")}
              options={(Object.keys(IN_HOST) as InHost[]).map((value) => ({
                value,
                label: IN_HOST[value].label,
              }))}
              onChange={(inHost) => set({ inHost })}
            />
            <p className="note">{IN_HOST[settings.inHost].says}</p>
          </>
        )}
        <AddingFields algorithm={algorithm} adding={aggregation} wrongAt={wrongAt} onChange={setAdding} />
      </div>
    </Panel>
  );
}
