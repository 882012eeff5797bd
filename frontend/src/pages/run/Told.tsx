// What must be said above the drawing of a run.
import { Link } from "react-router";
import type { Run } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { ProblemSays } from "../../parts/Says";

interface Props {
  run: Run;
  error: unknown;
}

export function hasToTell({ run, error }: Props): boolean {
  return Boolean(error || run.error);
}

/** A failure; nothing where there is nothing to say. */
export function Told({ run, error }: Props) {
  if (!hasToTell({ run, error })) return null;
  return (
    <div>
      {error ? <ProblemSays error={error} /> : null}
      {run.error && (
        <div className="says error" role="alert">
          <Icon name="error" className="t-error" />
          <div>
            <div className="strong">{run.error}</div>
            <Link to={`/f/${run.fabric.id}?run=${run.id}`}>Open its settings</Link>
          </div>
        </div>
      )}
    </div>
  );
}
