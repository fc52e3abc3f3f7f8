import { Timeline } from "antd";
import type { ReactNode } from "react";

export interface TimelineEvent {
  readonly id: string;
  /** `YYYY-MM-DD HH:mm:ss` */
  readonly at: string;
  readonly text: ReactNode;
  readonly by?: string | null;
}

/** What happened, newest first as handed over. */
export function EventTimeline({ events }: { readonly events: readonly TimelineEvent[] }) {
  if (events.length === 0) return <p className="timeline-empty">暂无记录</p>;
  const items = events.map(({ id, at, text, by }) => ({
    key: id,
    content: (
      <>
        <time className="timeline-time">{at.slice(0, 16)}</time>
        {by && <span className="timeline-by">{by}</span>}
        <div>{text}</div>
      </>
    ),
  }));
  return <Timeline className="event-timeline" items={items} />;
}
