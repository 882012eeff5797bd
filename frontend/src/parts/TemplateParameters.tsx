// The parameters of a template as fields; bounds and units come from the server, and so do the errors.
import { asProblem, Problem } from "../api/problems";
import type { Template } from "../api/types";
import { NumberField, SelectField, TextField } from "./Field";
import { ProblemSays } from "./Says";
import styles from "./template_parameters.module.css";

export type Parameters = Record<string, number | string>;

export function defaultsOf(template: Template): Parameters {
  return Object.fromEntries(template.parameters.map((parameter) => [parameter.name, parameter.default]));
}

/** The parameters are the whole form here: their errors are told without the name of the part. */
function withoutPrefix(problem: Problem): Problem {
  const errors = problem.errors.map((error) => ({
    ...error,
    pointer: error.pointer.replace(/^\/parameters/, ""),
  }));
  return new Problem(problem.status, problem.title, problem.detail, errors, problem.findings);
}

interface Props {
  template: Template;
  value: Parameters;
  error: unknown;
  onChange(value: Parameters): void;
}

export function ParameterFields({ template, value, error, onChange }: Props) {
  const problem = error ? withoutPrefix(asProblem(error)) : null;
  const pointers = template.parameters.map((parameter) => `/${parameter.name}`);
  const fields = (section: string) =>
    template.parameters
      .filter((parameter) => parameter.section === section)
      .map((parameter) => {
        const set = (next: number | string) => onChange({ ...value, [parameter.name]: next });
        const wrong = problem?.at(`/${parameter.name}`);
        const now = value[parameter.name];
        if (parameter.choices.length) {
          return (
            <SelectField
              key={parameter.name}
              label={parameter.title}
              value={String(now)}
              options={parameter.choices.map((choice) => ({ value: choice, label: choice }))}
              error={wrong}
              onChange={set}
            />
          );
        }
        if (parameter.type === "string") {
          return (
            <TextField
              key={parameter.name}
              label={parameter.title}
              value={String(now ?? "")}
              error={wrong}
              onCommit={set}
            />
          );
        }
        return (
          <NumberField
            key={parameter.name}
            label={parameter.title}
            value={typeof now === "number" ? now : null}
            unit={parameter.unit}
            minimum={parameter.minimum ?? undefined}
            maximum={parameter.maximum ?? undefined}
            wholeOnly={parameter.type === "integer"}
            error={wrong}
            onChange={set}
          />
        );
      });
  const isWrong = (section: string) =>
    template.parameters.some((each) => each.section === section && problem?.at(`/${each.name}`)) || undefined;
  return (
    <>
      {fields("")}
      <details className={styles.names} open={isWrong("cables")}>
        <summary>Cables: lengths and types</summary>
        <p className="note">Unknown until you set them; then the bill prices the cables.</p>
        {fields("cables")}
      </details>
      <details className={styles.names} open={isWrong("names")}>
        <summary>Names and numbers</summary>
        <p className="note">
          {"leaf-{n:02} gives leaf-01, leaf-02, …; the other fields: "}
          {[...new Set(template.parameters.flatMap((parameter) => parameter.fields))]
            .map((field) => `{${field}}`)
            .join(" ")}
        </p>
        {fields("names")}
      </details>
      {problem && <ProblemSays error={problem} shown={pointers} />}
    </>
  );
}
