// The edge servers: which hosts add for the others, who sends to which of them, and how fast one is.
import { counted } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { FieldRow, NumberField, SelectField, TextField } from "../../parts/Field";
import type { Adding } from "./aggregation";
import styles from "./launch.module.css";
import { hostsNamed, saidAs } from "./servers";
import { TERMS } from "./terms";

type Servers = Adding["servers"];

/** The hosts that servers can be chosen from. */
export interface HostChoice {
  all: readonly { id: string; name: string; tags: readonly string[] }[];
  /** Those that are selected on the drawing. */
  selected: readonly string[];
}

interface Props {
  servers: Servers;
  hosts: HostChoice;
  wrongAt(field: keyof Servers): string | undefined;
  onChange(servers: Servers): void;
}

const PATTERNS = {
  shared: "Everybody sends an equal part to each of them.",
  rack: "Everybody to the nearest one, and a ring round them.",
} as const;

const BY_NAME = "";

export function ServersFields({ servers, hosts, wrongAt, onChange }: Props) {
  const chosen = servers.hosts;
  const tags = [...new Set(hosts.all.flatMap(({ tags }) => tags))].sort();
  const tag = chosen?.by === "tag" ? (chosen.tag ?? BY_NAME) : BY_NAME;
  const byList = (ids: readonly string[]) =>
    onChange({
      ...servers,
      hosts: ids.length ? { by: "list", tag: null, hosts: [...ids], count: null } : null,
    });
  const named = chosen?.by === "list" ? chosen.hosts : [];
  return (
    <>
      {tags.length > 0 && (
        <SelectField
          label="Servers"
          explained={TERMS.servers}
          value={tag}
          options={[
            { value: BY_NAME, label: "hosts by name" },
            ...tags.map((value) => ({ value, label: `tagged ${value}` })),
          ]}
          onChange={(value) =>
            value === BY_NAME
              ? byList([])
              : onChange({ ...servers, hosts: { by: "tag", tag: value, hosts: [], count: null } })
          }
        />
      )}
      {tag === BY_NAME && (
        <>
          <TextField
            label={tags.length ? "Their names" : "Servers"}
            explained={tags.length ? undefined : TERMS.servers}
            placeholder="host-1, host-13"
            maxLength={20_000}
            value={saidAs(named, hosts.all)}
            error={wrongAt("hosts")}
            onCommit={(text) => byList(hostsNamed(text, hosts.all))}
          />
          {hosts.selected.length > 0 && (
            <div className={styles.take}>
              <button type="button" className="link" onClick={() => byList(hosts.selected)}>
                Take the {counted(hosts.selected.length, "host")} selected on the drawing
              </button>
            </div>
          )}
        </>
      )}
      <FieldRow label="Pattern" explained={TERMS.pattern} error={wrongAt("pattern")}>
        <Choice
          label="Who sends to which server"
          value={servers.pattern}
          options={[
            { value: "shared", label: "Shared" },
            { value: "rack", label: "By rack" },
          ]}
          onChange={(pattern) => onChange({ ...servers, pattern })}
        />
      </FieldRow>
      <p className="note">{PATTERNS[servers.pattern]}</p>
      <NumberField
        label="A server adds"
        explained={TERMS.serverRate}
        unit="Gb/s of input, assumed"
        value={servers.reduce_gbps}
        minimum={0.001}
        maximum={1e7}
        error={wrongAt("reduce_gbps")}
        onChange={(reduce_gbps) => onChange({ ...servers, reduce_gbps })}
      />
    </>
  );
}
