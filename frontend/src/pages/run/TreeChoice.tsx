// What the drawing of a run shows: the load of its cables, or the trees of a rail or a job.
import { Choice } from "../../parts/Choice";
import { Icon } from "../../parts/Icon";
import styles from "./trees.module.css";
import { isSameChoice, type Trees } from "./useTrees";

export function TreeChoice({ trees }: { trees: Trees }) {
  const { offered, chosen, choose } = trees;
  if (!offered.length) return null;
  // One rail is read at a glance; all of them are what somebody asks for.
  const first = offered.find(({ choice }) => choice.rail !== null) ?? offered[0];
  return (
    <div className={styles.choice}>
      <Choice
        label="What is drawn"
        value={chosen ? "trees" : "load"}
        options={[
          { value: "load", label: "Load" },
          { value: "trees", label: "Trees" },
        ]}
        onChange={(value) => choose(value === "load" ? null : first.choice)}
      />
      {chosen && (
        <div className="box">
          <select
            aria-label="Whose tree"
            value={offered.findIndex(({ choice }) => isSameChoice(choice, chosen))}
            onChange={(event) => choose(offered[Number(event.target.value)].choice)}
          >
            {offered.map(({ label }, row) => (
              <option key={label} value={row}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </div>
      )}
    </div>
  );
}
