// Where the job stands by default: the rails, how many hosts, and who is left out and why.
import { useState } from "react";
import { usePlacement } from "../../api/queries";
import { counted, whole } from "../../numbers/format";
import { Said } from "../../parts/Field";
import { ProblemSays } from "../../parts/Says";
import styles from "./launch.module.css";

interface Props {
  fabric: string;
  revision: number;
  runnable: boolean;
  nameOf(device: string): string;
}

export function PlacementSays({ fabric, revision, runnable, nameOf }: Props) {
  const [open, setOpen] = useState(false);
  const placement = usePlacement(fabric, revision, runnable);
  if (!runnable) return <p className="note">Known when the fabric has no errors.</p>;
  if (placement.isError) return <ProblemSays error={placement.error} />;
  if (!placement.data) return <p className="note">Working out which adapters form a rail</p>;
  const { rails, left_out, hosts } = placement.data;
  const sizes = [...new Set(rails.map((rail) => rail.members.length))];
  const adapters = rails.reduce((sum, rail) => sum + rail.members.length, 0);
  return (
    <>
      <Said label="Takes part" value={counted(hosts, "host")} small={counted(adapters, "adapter")} />
      <Said
        label="Rails"
        value={whole(rails.length)}
        small={sizes.length === 1 ? `of ${counted(sizes[0], "adapter")} each` : "of different lengths"}
      />
      <div className="field">
        <span className="field-label">Left out</span>
        <span className="said">
          {left_out.length ? (
            <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
              {counted(left_out.length, "host")}, {open ? "hide" : "say why"}
            </button>
          ) : (
            "nobody"
          )}
        </span>
      </div>
      {open && (
        <ul className={styles.leftOut}>
          {left_out.map((each) => (
            <li key={each.host}>
              <span className="id clip">{nameOf(each.host)}</span>
              <span className="t-3">{each.reason}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
