// A region with one rule above its title; small print beside it says what is counted.
import type { ReactNode } from "react";

interface Props {
  title: string;
  small?: ReactNode;
  end?: ReactNode;
  children?: ReactNode;
}

export function Panel({ title, small, end, children }: Props) {
  return (
    <section className="panel" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        {small && <small>{small}</small>}
        {end && <span className="end">{end}</span>}
      </div>
      {children}
    </section>
  );
}
