// What the summary of a finished run says where its frames are no longer kept, in the shape of a frame's figures.
import type { RunSummary } from "../../api/types";
import type { Readout } from "../../live/frame";

/** The figures of the whole run; null for several jobs, whose common tail the summary does not hold. */
export function figuresLeft({ jobs, flows }: RunSummary): Readout | null {
  if (jobs.length !== 1) return null;
  const [job] = jobs;
  return {
    iterations: { done: job.iterations_done, total: job.iterations },
    iteration: job.iteration,
    communication: job.communication,
    since_fault: null,
    before_fault: null,
    flows: { finished: flows.finished, completion: flows.completion, slowdown: flows.slowdown },
    rails: job.rails.map(({ name, root, granted, fell_back, waited, rate, says }) => ({
      job: job.id,
      name,
      root,
      granted,
      fell_back,
      waited,
      rate,
      says,
    })),
    recent: [],
    faults_active: [],
  };
}
