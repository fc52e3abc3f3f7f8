import type { ReactNode } from "react";

interface HomeCardProps {
  title: string;
  extra?: ReactNode;
  /** How many there are beyond those that the card shows; `extra` is the way to them. */
  beyond?: number;
  children: ReactNode;
}

/** A card grows with what it holds. One that shows only the first of many says how many are left. */
export function HomeCard({ title, extra, beyond = 0, children }: HomeCardProps) {
  return (
    <section className="home-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <div className="home-card-extra">
          {beyond > 0 && <small>还有 {beyond} 项</small>}
          {extra}
        </div>
      </header>
      {children}
    </section>
  );
}
