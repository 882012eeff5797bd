// Start from a template: a gallery, and for the one that is open its parameters with what they would make.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { fabrics, templates } from "../../api/calls";
import { keys, useTemplates } from "../../api/queries";
import type { Generated, Template } from "../../api/types";
import { counted } from "../../numbers/format";
import { FabricSums } from "../../parts/FabricSums";
import { FindingCounts } from "../../parts/Findings";
import { ProblemSays } from "../../parts/Says";
import { defaultsOf, ParameterFields, type Parameters } from "../../parts/TemplateParameters";
import { TierDrawing } from "../../parts/TierDrawing";
import styles from "./home.module.css";

// What a template looks like, in small: switches a tier from the hosts upwards, and hosts.
const DRAWINGS: Record<string, { tiers: number[]; hosts: number }> = {
  "leaf-spine": { tiers: [8, 4], hosts: 12 },
  "fat-tree": { tiers: [8, 8, 4], hosts: 16 },
  "rail-optimised": { tiers: [8, 4], hosts: 8 },
  "rail-optimised-pods": { tiers: [8, 8, 4], hosts: 8 },
  "rail-only": { tiers: [8], hosts: 8 },
  "dual-plane": { tiers: [8, 4], hosts: 4 },
  dragonfly: { tiers: [12], hosts: 12 },
  "dragonfly-plus": { tiers: [6, 6], hosts: 12 },
  "torus-2d": { tiers: [9], hosts: 9 },
  "torus-3d": { tiers: [12], hosts: 12 },
};

function whatItMakes({ counts }: Generated): string {
  return `Create ${counted(counts.switches, "switch", "switches")}, ${counted(counts.cables, "cable")}`;
}

function TemplateForm({ template }: { template: Template }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [parameters, setParameters] = useState<Parameters>(() => defaultsOf(template));
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const preview = useQuery({
    queryKey: ["templates", template.name, parameters],
    queryFn: ({ signal }) => templates.generate(template.name, parameters, signal),
    placeholderData: (old) => old,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  });
  const create = useMutation({
    mutationFn: (made: Generated) => fabrics.create(made.document.name || template.title, made.document),
    onSuccess: (fabric) => {
      client.setQueryData(keys.fabric(fabric.id), fabric);
      void client.invalidateQueries({ queryKey: keys.fabrics, exact: true });
      navigate(`/f/${fabric.id}`);
    },
  });
  const made = preview.isError ? undefined : preview.data;
  return (
    <section ref={form} className={styles.form} aria-label={`${template.title}, parameters`}>
      <div>
        <p className="note" style={{ marginBottom: 8 }}>
          {template.says}
        </p>
        <ParameterFields
          template={template}
          value={parameters}
          error={preview.error}
          onChange={setParameters}
        />
      </div>
      <div className={styles.preview}>
        <div>
          {made && <TierDrawing tiers={tiersOf(made)} hosts={made.counts.hosts} width={420} height={150} />}
          {made && <FabricSums made={made} />}
        </div>
        <div>
          {preview.isError && <span className="small t-error">These parameters make no fabric.</span>}
          {made && (
            <span className="small t-2">
              {counted(made.counts.hosts, "host")}
              {made.counts.gpus > 0 && `, ${counted(made.counts.gpus, "GPU")}`}
            </span>
          )}
          {made && made.findings.length > 0 && <FindingCounts findings={made.findings} />}
          <span className="grow" />
          {create.isError && <ProblemSays error={create.error} />}
          <button
            type="button"
            className="btn main"
            disabled={!made || preview.isPlaceholderData || create.isPending}
            onClick={() => made && create.mutate(made)}
          >
            {made ? whatItMakes(made) : "Create"}
          </button>
        </div>
      </div>
    </section>
  );
}

function tiersOf(made: Generated): number[] {
  return made.tiers.filter(({ tier }) => tier > 0).map(({ devices }) => devices);
}

interface Props {
  open: string | null;
  onOpen(name: string | null): void;
  onBlank(): void;
}

export function Templates({ open, onOpen, onBlank }: Props) {
  const list = useTemplates();
  const chosen = list.data?.find((template) => template.name === open);
  return (
    <section aria-label="Start from a template" style={{ marginTop: 20 }}>
      <h2 className={styles.title}>
        Start from a template <small>every size can be changed after</small>
      </h2>
      {list.isError && <ProblemSays error={list.error} />}
      <div className={styles.gallery}>
        {list.data?.map((template) => (
          <button
            key={template.name}
            type="button"
            aria-expanded={template.name === open}
            onClick={() => onOpen(template.name === open ? null : template.name)}
          >
            <TierDrawing
              {...(DRAWINGS[template.name] ?? { tiers: [4, 2], hosts: 8 })}
              width={104}
              height={72}
            />
            <span>
              <b>{template.title}</b>
              {template.says}
            </span>
          </button>
        ))}
        <button type="button" onClick={onBlank}>
          <svg viewBox="0 0 104 72" width="104" height="72" aria-hidden="true" style={{ maxWidth: "100%" }}>
            <path d="M52 28v16M44 36h16" stroke="var(--accent)" strokeWidth="1.5" />
            <rect
              x="10.500"
              y="8.500"
              width="83"
              height="55"
              fill="none"
              stroke="var(--line-2)"
              strokeDasharray="2 4"
            />
          </svg>
          <span>
            <b>Blank sheet</b>
            Draw switches and servers by hand.
          </span>
        </button>
      </div>
      {chosen && <TemplateForm key={chosen.name} template={chosen} />}
    </section>
  );
}
