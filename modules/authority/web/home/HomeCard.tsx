import type { ReactNode } from "react";

interface HomeCardProps {
  title: string;
  extra?: ReactNode;
  /** How many more there are than the card shows; `extra` leads to them. */
  beyond?: number;
  children: ReactNode;
}

/** A card that grows with its content. If it shows only some of many, it tells how many are left. */
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
