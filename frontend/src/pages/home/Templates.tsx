// Start from a template: a gallery, and for the one that is open its parameters with what they would make.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { fabrics } from "../../api/calls";
import { keys, useTemplates } from "../../api/queries";
import type { Generated, Template } from "../../api/types";
import { counted } from "../../numbers/format";
import { FabricDrawing } from "../../parts/FabricDrawing";
import { FabricSums } from "../../parts/FabricSums";
import { FindingCounts } from "../../parts/Findings";
import { ProblemSays } from "../../parts/Says";
import { TemplateDrawing } from "../../parts/TemplateDrawing";
import { defaultsOf, ParameterFields, type Parameters } from "../../parts/TemplateParameters";
import { useTemplatePreview } from "../../parts/use_template_preview";
import styles from "./home.module.css";

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
  const { made, error, isCurrent } = useTemplatePreview(template, parameters);
  // What is shown is of other numbers than those that stand in the fields.
  const isStale = made !== undefined && !isCurrent;
  const create = useMutation({
    mutationFn: (made: Generated) => fabrics.create(made.document.name || template.title, made.document),
    onSuccess: (fabric) => {
      client.setQueryData(keys.fabric(fabric.id), fabric);
      void client.invalidateQueries({ queryKey: keys.fabrics, exact: true });
      navigate(`/f/${fabric.id}`);
    },
  });
  return (
    <section ref={form} className={styles.form} aria-label={`${template.title}, parameters`}>
      <div>
        <p className="note" style={{ marginBottom: 8 }}>
          {template.says}
        </p>
        <ParameterFields template={template} value={parameters} error={error} onChange={setParameters} />
      </div>
      <div className={styles.preview}>
        <div aria-busy={isStale} className={isStale ? styles.stale : undefined}>
          {made && <Made template={template} made={made} />}
          {made && <FabricSums made={made} />}
        </div>
        <div>
          {Boolean(error) && <span className="small t-error">These parameters make no fabric.</span>}
          {isStale && <span className="small t-2">Working out the new figures</span>}
          {made && !isStale && (
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
            disabled={!isCurrent || create.isPending}
            onClick={() => made && create.mutate(made)}
          >
            {made && !isStale ? whatItMakes(made) : "Create"}
          </button>
        </div>
      </div>
    </section>
  );
}

// As many cables are drawn one by one; of more, the kind of fabric is shown.
const MOST_DRAWN = 6_000;

function Made({ template, made }: { template: Template; made: Generated }) {
  if (made.counts.cables > MOST_DRAWN)
    return <TemplateDrawing template={template.name} width={260} height={180} />;
  return (
    <div className={styles.made}>
      <FabricDrawing document={made.document} label={`Drawing of ${template.title}`} />
    </div>
  );
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
            <TemplateDrawing template={template.name} width={104} height={72} />
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
