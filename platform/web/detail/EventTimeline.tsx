import type { ReactNode } from "react";
import "./timeline.css";

export interface TimelineEvent {
  readonly id: string;
  /** `YYYY-MM-DD HH:mm:ss` */
  readonly at: string;
  readonly text: ReactNode;
  readonly by?: string | null;
}

/** Shows events in the given order, usually newest first. */
export function EventTimeline({ events }: { readonly events: readonly TimelineEvent[] }) {
  if (events.length === 0) return <p className="timeline-empty">暂无记录</p>;
  return (
    <ol className="timeline">
      {events.map(({ id, at, text, by }) => (
        <li key={id}>
          <time dateTime={at}>{at.slice(0, 16)}</time>
          {by && <span>{by}</span>}
          <div>{text}</div>
        </li>
      ))}
    </ol>
  );
}
