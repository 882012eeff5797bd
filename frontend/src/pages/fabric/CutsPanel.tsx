// What gets across the fabric: the cut of each tier, and the most that gets between two halves a person names.
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { fabrics } from "../../api/calls";
import { asProblem } from "../../api/problems";
import { useTierCuts } from "../../api/queries";
import type { HalvesCut, TierCut } from "../../api/types";
import type { Scene } from "../../canvas/types";
import { counted, fixed, percent, whole, wireRate } from "../../numbers/format";
import { Icon } from "../../parts/Icon";
import { ProblemSays } from "../../parts/Says";
import styles from "./cuts.module.css";
import { hostsOf, wordsFor } from "./halves";
import type { Editor } from "./useEditor";

// The halves go into an address, which servers and proxies cut off beyond this many characters.
const MOST_WORDS = 24_000;

interface Props {
  editor: Editor;
  /** The devices that are selected on the canvas. */
  selected: readonly string[];
  /** Select the devices of a tier. */
  onTier(devices: string[]): void;
  /** Mark the cables of a cut; none takes the marks away. Stays the same function. */
  onCut(cables: readonly string[]): void;
  onFly(ids: string[]): void;
}

export function CutsPanel({ editor, selected, onTier, onCut, onFly }: Props) {
  const { scene, saved } = editor;
  const cuts = useTierCuts(saved.id, saved.revision);
  return (
    <div className={styles.panel}>
      <section aria-label="The cut of each tier">
        {cuts.isError && <ProblemSays error={cuts.error} />}
        {cuts.data && cuts.data.tiers.length > 0 && (
          <Tiers tiers={cuts.data.tiers} onTier={(tier) => onTier(idsOf(scene, tier))} />
        )}
        {cuts.data?.tiers.length === 0 && (
          <p className="says t-2">No switch reaches a host yet: there is no tier to cut.</p>
        )}
      </section>
      <Halves editor={editor} selected={selected} onCut={onCut} onFly={onFly} />
    </div>
  );
}

const idsOf = (scene: Scene, tier: number) => scene.deviceIds.filter((_, row) => scene.tiers[row] === tier);

function Tiers({ tiers, onTier }: { tiers: readonly TierCut[]; onTier(tier: number): void }) {
  return (
    <table className="table" aria-label="What each tier carries">
      <thead>
        <tr>
          <th scope="col">Tier</th>
          <th scope="col" className="n">
            Switches
          </th>
          <th scope="col" className="n">
            Down
          </th>
          <th scope="col" className="n">
            Up
          </th>
          <th scope="col" className="n">
            Down : up
          </th>
          <th scope="col" className="n">
            Ports in use
          </th>
        </tr>
      </thead>
      <tbody>
        {[...tiers].reverse().map((tier) => (
          <tr key={tier.tier}>
            <td>
              <button
                type="button"
                className={`link ${styles.tier}`}
                title="Select its switches"
                onClick={() => onTier(tier.tier)}
              >
                {tier.name}
              </button>
            </td>
            <td className="n">{whole(tier.switches)}</td>
            <td className="n" title={counted(tier.cables_down, "cable")}>
              {wireRate(tier.gbps_down)}
            </td>
            <td className="n" title={counted(tier.cables_up, "cable")}>
              {tier.cables_up ? wireRate(tier.gbps_up) : "–"}
            </td>
            <td className="n strong">
              {tier.oversubscription === null ? "–" : `${fixed(tier.oversubscription, 2)} : 1`}
            </td>
            <td className="n" title={`${whole(tier.ports_used)} of ${whole(tier.ports)}`}>
              {tier.ports ? `${percent(tier.ports_used / tier.ports, 0)} %` : "–"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Halves({ editor, selected, onCut, onFly }: Omit<Props, "onTier">) {
  const [halves, setHalves] = useState({ a: "", b: "" });
  useEffect(() => () => onCut([]), [onCut]);
  const work = useMutation({
    mutationFn: async () => {
      if (halves.a.length + halves.b.length > MOST_WORDS) {
        throw new Error(
          "These are too many names for one question: give groups, tags, or patterns as pod-1*.",
        );
      }
      const { id, revision } = await editor.settle();
      const { between } = await fabrics.cuts(id, halves.a, halves.b || undefined);
      return { between, revision };
    },
    onSuccess: ({ between }) => {
      const cables = between?.cables ?? [];
      // Pods that open for the flight must be drawn before it begins.
      flushSync(() => {
        onCut(cables);
        if (cables.length) onFly(cables);
      });
    },
  });
  const name = (next: Partial<typeof halves>) => {
    setHalves({ ...halves, ...next });
    if (!work.isIdle) {
      work.reset();
      onCut([]);
    }
  };
  const hosts = hostsOf(editor.scene, selected);
  const field = (half: "a" | "b", words: string, placeholder: string) => {
    const says = work.isError ? asProblem(work.error).at(`?${half}`) : undefined;
    return (
      <div className={styles.half}>
        <label htmlFor={`half-${half}`}>{words}</label>
        <div className={says ? "box wrong" : "box"}>
          <input
            id={`half-${half}`}
            placeholder={placeholder}
            aria-describedby={says && `half-${half}-says`}
            value={halves[half]}
            onChange={(event) => name({ [half]: event.target.value })}
          />
        </div>
        <button
          type="button"
          className="btn"
          aria-label={`The selection is ${words.toLowerCase()}`}
          aria-disabled={!hosts.length}
          title={
            hosts.length
              ? `${counted(hosts.length, "host")}, selected or below what is`
              : "Select hosts, or switches above them, on the canvas"
          }
          onClick={() =>
            hosts.length && name({ [half]: wordsFor(editor.scene, editor.state.document, hosts) })
          }
        >
          Take the selection
        </button>
        {says && (
          <span id={`half-${half}-says`} className={styles.wrong}>
            {says}
          </span>
        )}
      </div>
    );
  };
  return (
    <section aria-label="Between two halves" className={styles.halves}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          work.mutate();
        }}
      >
        {field("a", "Half A", "hosts, groups, tags, or pod-1*")}
        {field("b", "Half B", "all other hosts")}
        <div className={styles.ask}>
          <button type="submit" className="btn" disabled={!halves.a.trim() || work.isPending}>
            What gets across
          </button>
          {work.data?.between && (
            <Between
              cut={work.data.between}
              old={work.data.revision === editor.saved.revision ? null : work.data.revision}
              onShow={onFly}
            />
          )}
          {work.isPending && <span className="t-3">working it out</span>}
          {!work.isPending && !work.data && (
            <span className="note">Hosts by id, name, group or tag, with commas between them.</span>
          )}
        </div>
      </form>
      {work.isError && <ProblemSays error={work.error} shown={["?a", "?b"]} />}
    </section>
  );
}

interface BetweenProps {
  cut: HalvesCut;
  /** The revision that it was worked out for, where there is a newer one. */
  old: number | null;
  onShow(cables: string[]): void;
}

function Between({ cut, old, onShow }: BetweenProps) {
  const smaller = cut.a.gbps <= cut.b.gbps ? "A" : "B";
  return (
    <div role="status" className={styles.result}>
      <p>
        <b className={styles.most}>{wireRate(cut.gbps)}</b> at most each way,{" "}
        <b>{percent(cut.share, cut.share < 1 ? 1 : 0)} %</b> of what half {smaller} can send.
      </p>
      <p>
        {cut.cable_count ? (
          <>
            A least cut: <b>{counted(cut.cable_count, "cable")}</b>, {cut.where.join(", ")}{" "}
            <button type="button" className="link" onClick={() => onShow(cut.cables)}>
              Show
            </button>
          </>
        ) : (
          "No cable joins the halves."
        )}
      </p>
      <dl>
        {(["a", "b"] as const).map((half) => (
          <div key={half}>
            <dt>Half {half.toUpperCase()}</dt>
            <dd>
              {counted(cut[half].hosts, "host")}, {counted(cut[half].gpus, "GPU")}, {wireRate(cut[half].gbps)}
            </dd>
          </div>
        ))}
      </dl>
      {cut.unknown > 0 && (
        <p className={styles.warns}>
          <Icon name="warning" className="t-warn" />
          {counted(cut.unknown, "cable")} without a speed {cut.unknown === 1 ? "counts" : "count"} as nothing.
        </p>
      )}
      {old !== null && <p className="t-3">Of revision {old}: ask again after what has changed.</p>}
    </div>
  );
}
