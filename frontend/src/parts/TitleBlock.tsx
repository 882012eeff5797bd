// The title block of an engineering drawing: what this picture shows, bottom right.
import styles from "./title_block.module.css";

export function TitleBlock({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.block}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
