import type { ReactNode } from "react";
import "./detail.css";

interface Props {
  readonly title: string;
  /** A link to everything. */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

/** A section beside the facts of a record. */
export function SidePart({ title, extra, children }: Props) {
  return (
    <section className="side-part" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {extra}
      </header>
      {children}
    </section>
  );
}
