// What joins the GPUs of a server's type: taken from a server of the catalogue, for what no import can tell.
import { useCatalogue } from "../../api/queries";
import type { DeviceType } from "../../api/types";
import type { Inside } from "../../fabric/commands";
import { counted, plain, wireRate } from "../../numbers/format";
import { Said, SelectField } from "../../parts/Field";
import { Panel } from "../../parts/Panel";

interface Props {
  type: DeviceType;
  /** Hosts of this type, and the other types of servers of which nothing is known. */
  hosts: number;
  unknown: readonly string[];
  onChange(types: readonly string[], inside: Inside): void;
}

const insideOf = ({ id, name, gpus, scale_up }: DeviceType): Inside => ({
  as: name.split(",")[0] || id,
  gpus,
  scale_up,
});

export function InsidePanel({ type, hosts, unknown, onChange }: Props) {
  const catalogue = useCatalogue();
  const known = (catalogue.data?.device_types ?? []).filter(
    ({ kind, scale_up }) => kind === "server" && scale_up,
  );
  const { scale_up } = type;
  return (
    <Panel title="Inside" end={counted(hosts, "host")}>
      <div className="panel-body">
        <SelectField
          label="Inside as"
          value=""
          options={[
            { value: "", label: scale_up ? "Known, as below" : "Unknown" },
            ...known.map((each) => ({ value: each.id, label: insideOf(each).as })),
          ]}
          onChange={(id) => {
            const from = known.find((each) => each.id === id);
            if (from) onChange([type.id], insideOf(from));
          }}
        />
        {scale_up ? (
          <>
            <Said
              label="Each GPU"
              value={`${wireRate(scale_up.gbps)} each way`}
              small={`${plain(Math.round(scale_up.efficiency * 100))} % reached`}
            />
            <Said label="Its switches" value={scale_up.adds ? "add (NVLS)" : "forward"} />
          </>
        ) : (
          <p className="note">Ways that need the inside of a host are refused on it.</p>
        )}
        {scale_up && unknown.length > 0 && (
          <button
            type="button"
            className="btn"
            onClick={() => onChange(unknown, { ...insideOf(type), as: type.name || type.id })}
          >
            The same for {counted(unknown.length, "type")} of unknown inside
          </button>
        )}
      </div>
    </Panel>
  );
}
