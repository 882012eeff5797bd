// Saves the edits of one fabric as its next revision: by operations where they lead there, else as a document.
import { fabrics } from "../../api/calls";
import { asProblem } from "../../api/problems";
import type { Fabric, FabricRow } from "../../api/types";
import { type Edits, SaveConflict } from "../../fabric";

/** A revision that was saved. Digest, findings and counts come with a whole document; else they are asked for. */
export interface SavedRevision {
  revision: number;
  updated_at: string;
  checked: FabricRow | null;
}

type Calls = Pick<typeof fabrics, "operate" | "save" | "newestChange">;

/** Return what saves edits of the fabric over a revision of it. Throws SaveConflict where that is not the newest. */
export function savesOf(id: string, calls: Calls = fabrics) {
  /** How many operations went out without an answer: they may have been saved. */
  let unanswered = 0;

  async function save(revision: number, edits: Edits): Promise<SavedRevision> {
    try {
      return await (edits.whole ? put(revision, edits) : post(revision, edits));
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status === 412) throw new SaveConflict(problem.message);
      throw problem;
    }
  }

  async function put(revision: number, { document }: Edits): Promise<SavedRevision> {
    const { document: _, ...row }: Fabric = await calls.save(id, revision, {
      name: document.name || undefined,
      document,
    });
    unanswered = 0;
    return { revision: row.revision, updated_at: row.updated_at, checked: row };
  }

  async function post(revision: number, edits: Edits): Promise<SavedRevision> {
    const { operations } = edits;
    try {
      const answer = await calls.operate(id, revision, operations);
      unanswered = 0;
      return { ...answer, checked: null };
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status === 0) unanswered ||= operations.length;
      // What does not fit what the server has is no reason to lose it: the document says it without them.
      if (problem.status === 422) return put(revision, edits);
      if (problem.status === 412 && unanswered > 0) return saveTheRest(revision, edits, problem);
      throw problem;
    }
  }

  /** The answer to an earlier try was lost: where it was saved, only what came after it is left to save. */
  async function saveTheRest(revision: number, edits: Edits, problem: Error): Promise<SavedRevision> {
    const sent = unanswered;
    unanswered = 0;
    const change = await calls.newestChange(id);
    const ours = edits.operations.slice(0, sent);
    if (change?.revision !== revision + 1 || inOrder(change.operations) !== inOrder(ours)) throw problem;
    const rest = edits.operations.slice(sent);
    if (rest.length > 0) return post(revision + 1, { ...edits, operations: rest });
    return { revision: revision + 1, updated_at: change.created_at, checked: null };
  }

  return save;
}

/** Return a value as JSON with the keys of its objects in order, so that equal values are equal texts. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [two]) => (one < two ? -1 : 1)))
      : part,
  );
}
