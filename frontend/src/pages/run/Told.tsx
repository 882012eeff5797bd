// What must be said above the drawing of a run.
import { Link } from "react-router";
import type { Fabric, Run } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { ProblemSays } from "../../parts/Says";

interface Props {
  run: Run;
  fabric: Fabric;
  error: unknown;
}

export function hasToTell({ run, fabric, error }: Props): boolean {
  return Boolean(error || run.error || fabric.digest !== run.fabric.digest);
}

/** A failure, a fabric that was changed since; nothing where there is nothing to say. */
export function Told({ run, fabric, error }: Props) {
  const changed = fabric.digest !== run.fabric.digest;
  if (!error && !run.error && !changed) return null;
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
      {changed && (
        <div className="says warning">
          <Icon name="warning" className="t-warn" />
          <div>
            The fabric was edited after this run: it ran on revision {run.fabric.revision}, the drawing is of
            revision {fabric.revision}. Cables that this run did not know stay without a value.
          </div>
        </div>
      )}
    </div>
  );
}
