// Where saving stands, in the top bar; a conflict is decided by the person.
import { Icon } from "../../parts/Icon";
import type { Editor } from "./useEditor";

export function SaveSays({ editor }: { editor: Editor }) {
  const { saving, saved } = editor;
  if (saving.kind === "conflict") {
    return (
      <span className="saved t-warn" role="alert" title={saving.says}>
        <Icon name="warning" />
        Changed elsewhere
        <button type="button" className="btn" onClick={() => void editor.takeTheirs()}>
          Take theirs
        </button>
        <button type="button" className="btn" onClick={() => void editor.keepMine()}>
          Keep mine
        </button>
      </span>
    );
  }
  if (saving.kind === "failed") {
    return (
      <span className="saved t-error" role="alert" title={saving.says}>
        <Icon name="error" />
        Not saved, trying again
      </span>
    );
  }
  return (
    <span className="saved" role="status">
      {saving.kind === "saved" ? (
        <>
          <Icon name="check" className="t-ok" />
          Saved, revision {saved.revision}
        </>
      ) : saving.kind === "saving" ? (
        "Saving"
      ) : (
        "Edited"
      )}
    </span>
  );
}
