import type { ReactNode } from "react";

interface HomeCardProps {
  title: string;
  extra?: ReactNode;
  children: ReactNode;
}

export function HomeCard({ title, extra, children }: HomeCardProps) {
  return (
    <section className="home-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {extra}
      </header>
      {children}
    </section>
  );
}
