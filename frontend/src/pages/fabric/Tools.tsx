// The tools of the canvas, at its left edge.
import type { Tool } from "../../canvas/types";
import { Icon, type IconName } from "../../parts/Icon";
import styles from "./fabric.module.css";

const TOOLS: readonly { tool: Tool; icon: IconName; name: string }[] = [
  { tool: "select", icon: "cursor", name: "Select and move (V)" },
  { tool: "pan", icon: "hand", name: "Move the view (H)" },
  { tool: "connect", icon: "cable", name: "Draw a cable (C)" },
];

interface Props {
  tool: Tool;
  canRemove: boolean;
  onTool(tool: Tool): void;
  onRemove(): void;
  onFit(): void;
}

export function Tools({ tool, canRemove, onTool, onRemove, onFit }: Props) {
  return (
    <div
      className={`over ${styles.tools}`}
      role="toolbar"
      aria-label="Canvas tools"
      aria-orientation="vertical"
    >
      {TOOLS.map((each) => (
        <button
          key={each.tool}
          type="button"
          className="btn square"
          aria-pressed={tool === each.tool}
          aria-label={each.name}
          title={each.name}
          onClick={() => onTool(each.tool)}
        >
          <Icon name={each.icon} />
        </button>
      ))}
      <hr />
      <button
        type="button"
        className="btn square"
        aria-label="Delete the selection (Del)"
        title="Delete the selection (Del)"
        aria-disabled={!canRemove}
        onClick={() => canRemove && onRemove()}
      >
        <Icon name="trash" />
      </button>
      <button
        type="button"
        className="btn square"
        aria-label="Show all (0)"
        title="Show all (0)"
        onClick={onFit}
      >
        <Icon name="fit" />
      </button>
    </div>
  );
}
