// A term with a dotted line below it: what it means and where that is written show while it is pointed at.
import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./explained.module.css";

export interface Explanation {
  says: string;
  /** Where it is written, or that it is an assumption. */
  source: string;
}

export function Explained({ says, source, children }: Explanation & { children: ReactNode }) {
  return (
    <Tooltip
      multiline
      w={288}
      position="left-start"
      openDelay={120}
      transitionProps={{ duration: 0 }}
      events={{ hover: true, focus: true, touch: true }}
      classNames={{ tooltip: styles.tip }}
      label={
        <>
          {says}
          <small>{source}</small>
        </>
      }
    >
      <span className={styles.term}>{children}</span>
    </Tooltip>
  );
}
