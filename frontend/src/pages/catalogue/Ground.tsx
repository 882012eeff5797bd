// The mark of a figure that is an assumption, in whole or in part; its reference shows on hover.
import type { FigureSource } from "../../catalogue/sources";
import styles from "./catalogue.module.css";

const WORDS = { source: "", assumed: "assumed", partly: "partly assumed", untold: "no source" } as const;

export function Ground({ source }: { source: FigureSource }) {
  const words = WORDS[source.ground];
  if (!words) return null;
  return (
    <>
      <span className={styles.ground} title={source.says}>
        {words}
      </span>{" "}
    </>
  );
}
