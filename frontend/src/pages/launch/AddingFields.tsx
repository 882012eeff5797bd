// How trees and servers are asked for and what their streams carry: folded away, for their defaults suit most.
import type { Algorithm } from "../../api/types";
import { bytes } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { FieldRow, NumberField, PercentField } from "../../parts/Field";
import { More } from "../../parts/More";
import { type Adding, changed, matters } from "./aggregation";
import { TERMS } from "./terms";

interface Props {
  algorithm: Algorithm;
  adding: Adding;
  wrongAt(pointer: string): string | undefined;
  onChange(part: Partial<Adding>): void;
}

const TERMS_OF_TREES = ["protocol", "wait", "lease"] as const;
const FIGURES = [
  "merged_share",
  "quorum",
  "quorum_timeout_ms",
  "wire_share",
  "start_us",
  "chunk_bytes",
] as const;

export function AddingFields({ algorithm, adding, wrongAt, onChange }: Props) {
  const has = (setting: keyof Adding) => matters(setting, algorithm, adding);
  const wrong = (setting: keyof Adding) => wrongAt(`/aggregation/${setting}`);
  return (
    <>
      {has("wait") && (
        <More
          title="Protocol, waiting, lease"
          set={changed(adding, algorithm, TERMS_OF_TREES)}
          isWrong={TERMS_OF_TREES.some(wrong)}
        >
          <FieldRow label="Protocol" explained={TERMS.protocol} error={wrong("protocol")}>
            <Choice
              label="Protocol of a tree"
              value={adding.protocol}
              options={[
                { value: "auto", label: "Faster" },
                { value: "latency", label: "LLT" },
                { value: "streaming", label: "SAT" },
              ]}
              onChange={(protocol) => onChange({ protocol })}
            />
          </FieldRow>
          <FieldRow label="Tree is taken" explained={TERMS.wait} error={wrong("wait")}>
            <Choice
              label="Where a tree is taken"
              value={adding.wait}
              options={[
                { value: "when-it-pays", label: "Wait if it pays" },
                { value: "never", label: "Never wait" },
              ]}
              onChange={(wait) => onChange({ wait })}
            />
          </FieldRow>
          <FieldRow label="Held for" explained={TERMS.lease} error={wrong("lease")}>
            <Choice
              label="How long a tree is held"
              value={adding.lease}
              options={[
                { value: "collective", label: "A collective" },
                { value: "job", label: "The job" },
              ]}
              onChange={(lease) => onChange({ lease })}
            />
          </FieldRow>
        </More>
      )}
      {has("chunk_bytes") && (
        <More
          title={has("merged_share") ? "Best effort, quorum, streams" : "Quorum and chunk"}
          set={changed(adding, algorithm, FIGURES)}
          isWrong={FIGURES.some(wrong)}
        >
          {has("merged_share") && (
            <PercentField
              label="Added"
              explained={TERMS.merged}
              unit="% of copies that meet"
              value={adding.merged_share}
              minimum={0}
              maximum={100}
              error={wrong("merged_share")}
              onChange={(merged_share) => onChange({ merged_share })}
            />
          )}
          <NumberField
            label="Quorum"
            explained={TERMS.quorum}
            unit="ranks"
            emptyAs="all of them"
            value={adding.quorum}
            minimum={1}
            maximum={1_000_000}
            wholeOnly
            error={wrong("quorum")}
            onChange={(quorum) => onChange({ quorum })}
          />
          {has("quorum_timeout_ms") && (
            <NumberField
              label="Then waits for"
              explained={TERMS.quorumTimeout}
              unit="ms for the rest"
              value={adding.quorum_timeout_ms}
              minimum={0}
              maximum={1e9}
              error={wrong("quorum_timeout_ms")}
              onChange={(quorum_timeout_ms) => onChange({ quorum_timeout_ms })}
            />
          )}
          {has("wire_share") && (
            <>
              <NumberField
                label="Stream's share"
                explained={TERMS.wireShare}
                unit="% of the cable"
                emptyAs="the profile's"
                value={adding.wire_share === null ? null : Number((adding.wire_share * 100).toPrecision(6))}
                minimum={0.1}
                maximum={100}
                error={wrong("wire_share")}
                onChange={(share) => onChange({ wire_share: share === null ? null : share / 100 })}
              />
              <NumberField
                label="Stream begins"
                explained={TERMS.start}
                unit="µs late"
                emptyAs="the profile's"
                value={adding.start_us}
                minimum={0}
                maximum={1e9}
                error={wrong("start_us")}
                onChange={(start_us) => onChange({ start_us })}
              />
            </>
          )}
          <NumberField
            label="Chunk"
            explained={TERMS.chunk}
            unit={`bytes = ${bytes(adding.chunk_bytes)}`}
            value={adding.chunk_bytes}
            minimum={0}
            maximum={2 ** 30}
            wholeOnly
            error={wrong("chunk_bytes")}
            onChange={(chunk_bytes) => onChange({ chunk_bytes })}
          />
        </More>
      )}
    </>
  );
}
