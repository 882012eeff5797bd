// What went wrong, said where the work was; and what a region says while it waits.
import type { ReactNode } from "react";
import { asProblem, headAndRest } from "../api/problems";
import { Icon } from "./Icon";

interface ProblemProps {
  error: unknown;
  /** Pointers that fields show already. */
  shown?: string[];
  children?: ReactNode;
}

export function ProblemSays({ error, shown = [], children }: ProblemProps) {
  const problem = asProblem(error);
  const [head, more] = headAndRest(problem.message);
  // A refused run tells its findings as errors too: once is enough.
  const rest = problem.findings.length ? [] : problem.elsewhere(shown);
  return (
    <div className="says error" role="alert">
      <Icon name="error" className="t-error" />
      <div>
        <div className="strong">{head}</div>
        {more && <div className="t-2">{more}</div>}
        {rest.length > 0 && (
          <ul>
            {rest.slice(0, 12).map((entry) => (
              <li key={`${entry.pointer} ${entry.detail}`}>
                {entry.pointer && <span className="code">{entry.pointer} </span>}
                {entry.detail}
              </li>
            ))}
            {rest.length > 12 && <li>and {rest.length - 12} more of the same kind</li>}
          </ul>
        )}
        {problem.findings.length > 0 && (
          <ul>
            {problem.findings.slice(0, 12).map((finding) => (
              <li key={`${finding.at} ${finding.says}`}>{finding.says}</li>
            ))}
            {problem.findings.length > 12 && <li>and {problem.findings.length - 12} more</li>}
          </ul>
        )}
        {children}
      </div>
    </div>
  );
}

export function Waiting({ what }: { what: string }) {
  return (
    <div className="empty" role="status">
      <p className="t-3">{what}</p>
    </div>
  );
}

interface EmptyProps {
  title: string;
  children?: ReactNode;
  drawing?: ReactNode;
}

export function Empty({ title, children, drawing }: EmptyProps) {
  return (
    <div className="empty">
      {drawing}
      <h2>{title}</h2>
      {children}
    </div>
  );
}
