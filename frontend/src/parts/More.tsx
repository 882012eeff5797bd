// What is seldom asked for, folded away: it opens by itself where something in it is set or wrong.
import { type ReactNode, useEffect, useState } from "react";
import styles from "./more.module.css";

interface Props {
  title: string;
  /** How many of its settings differ from their defaults. */
  set: number;
  isWrong?: boolean;
  children: ReactNode;
}

export function More({ title, set, isWrong = false, children }: Props) {
  const [isOpen, setOpen] = useState(set > 0 || isWrong);
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{title}</span>
        {set > 0 && <small>{set} set</small>}
      </summary>
      {children}
    </details>
  );
}
