// A cable by its two ends, each whole: on one line where there is room, else on two.
import styles from "./run.module.css";

/** `name` is "leaf-1/p13 – spine-2/p4", or with an arrow in the direction of the bytes. */
export function Ends({ name }: { name: string }) {
  const [, from, between, to] = /^(.*) ([–→]) (.*)$/.exec(name) ?? [];
  return (
    <span className={styles.bothEnds}>
      {to ? (
        <>
          <span>
            {from} {between}
          </span>{" "}
          <span>{to}</span>
        </>
      ) : (
        name
      )}
    </span>
  );
}
