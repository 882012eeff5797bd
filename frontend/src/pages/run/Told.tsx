// What must be said above the drawing of a run.
import { Link } from "react-router";
import type { Run } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { ProblemSays } from "../../parts/Says";

interface Props {
  run: Run;
  gone: string | null;
  error: unknown;
}

export function hasToTell({ run, gone, error }: Props): boolean {
  return Boolean(error || run.error || gone);
}

/** A failure, frames that are no longer kept; nothing where there is nothing to say. */
export function Told(props: Props) {
  const { run, gone, error } = props;
  if (!hasToTell(props)) return null;
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
      {gone && (
        <div className="says t-2" role="status">
          <Icon name="note" className="t-3" />
          <div>{gone}</div>
        </div>
      )}
    </div>
  );
}
