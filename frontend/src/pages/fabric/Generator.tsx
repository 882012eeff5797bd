// The generator: a template's parameters remake the whole fabric, as one step that can be undone.
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { templates } from "../../api/calls";
import { useTemplates } from "../../api/queries";
import type { Generated, Template } from "../../api/types";
import { SelectField } from "../../parts/Field";
import { ProblemSays } from "../../parts/Says";
import { defaultsOf, ParameterFields, type Parameters } from "../../parts/TemplateParameters";

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
  const make = useMutation({
    mutationFn: () => templates.generate(template.name, parameters),
    onSuccess: (made) => onMade(made, template),
  });
  const form = useRef<HTMLDivElement>(null);
  const generate = () => {
    const wrong = form.current?.querySelector<HTMLElement>("input[data-wrong]");
    if (wrong) wrong.focus();
    else make.mutate();
  };
  return (
    <div ref={form}>
      <ParameterFields template={template} value={parameters} error={make.error} onChange={setParameters} />
      <div className="row" style={{ marginTop: 6 }}>
        <button type="button" className="btn" disabled={make.isPending} onClick={generate}>
          Generate
        </button>
        {replaces && <span className="note">replaces the drawing; undo brings it back</span>}
      </div>
    </div>
  );
}
