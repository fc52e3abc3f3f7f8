import type { ReactNode } from "react";
import "./detail.css";

interface Props {
  /** What the record is. */
  readonly children: ReactNode;
  /** What is open and what happened last: `SidePart`s. Without it the facts take all the room. */
  readonly beside: ReactNode;
}

/** A record at a glance in a drawer: its facts, and beside them what goes on with it. */
export function FactsBeside({ children, beside }: Props) {
  if (!beside) return children;
  return (
    <div className="facts-beside">
      <div className="facts-main">{children}</div>
      <aside className="facts-side">{beside}</aside>
    </div>
  );
}

interface SidePartProps {
  readonly title: string;
  /** The way to all of it. */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

export function SidePart({ title, extra, children }: SidePartProps) {
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
