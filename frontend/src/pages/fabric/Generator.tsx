// The generator: a template's parameters, what they come to, and the whole fabric made anew in one step to undo.
import { useInViewport } from "@mantine/hooks";
import { useRef, useState } from "react";
import { useTemplates } from "../../api/queries";
import type { Generated, Template } from "../../api/types";
import { SelectField } from "../../parts/Field";
import { GeneratedShort, inOneLine } from "../../parts/GeneratedShort";
import { ProblemSays } from "../../parts/Says";
import { defaultsOf, ParameterFields, type Parameters } from "../../parts/TemplateParameters";
import { useTemplatePreview } from "../../parts/use_template_preview";
import styles from "./generator.module.css";

interface Props {
  /** Whether something is drawn that a new fabric takes the place of. */
  replaces: boolean;
  onMade(made: Generated, template: Template): void;
}

export function Generator({ replaces, onMade }: Props) {
  const list = useTemplates();
  const [name, setName] = useState<string | null>(null);
  const template = list.data?.find((one) => one.name === name) ?? list.data?.[0];
  if (list.isError) return <ProblemSays error={list.error} />;
  if (!list.data || !template) return <p className="panel-body note">Asking for the templates</p>;
  return (
    <div className="panel-body">
      <SelectField
        label="Template"
        value={template.name}
        options={list.data.map((one) => ({ value: one.name, label: one.title }))}
        onChange={setName}
      />
      <Fields key={template.name} template={template} replaces={replaces} onMade={onMade} />
    </div>
  );
}

function Fields({ template, replaces, onMade }: Props & { template: Template }) {
  const [parameters, setParameters] = useState<Parameters>(() => defaultsOf(template));
  // Where the panel is closed, nobody looks at a preview.
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { made, error, isCurrent } = useTemplatePreview(template, parameters, inViewport);
  const form = useRef<HTMLDivElement>(null);
  const generate = () => {
    const wrong = form.current?.querySelector<HTMLElement>("input[data-wrong]");
    if (wrong) wrong.focus();
    else if (made && isCurrent) onMade(made, template);
  };
  return (
    <div ref={form}>
      <div ref={ref}>
        <ParameterFields template={template} value={parameters} error={error} onChange={setParameters} />
      </div>
      {made && <GeneratedShort made={made} />}
      <div className={styles.generate}>
        {made && <p>{inOneLine(made)}</p>}
        <div className="row">
          <button type="button" className="btn" disabled={!isCurrent} onClick={generate}>
            Generate
          </button>
          {replaces && <span className="note">replaces the drawing; undo brings it back</span>}
        </div>
      </div>
    </div>
  );
}
