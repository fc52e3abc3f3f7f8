import { Steps } from "antd";

/** A step in the life of a record. */
export interface Stage {
  readonly title: string;
  readonly status: "done" | "current" | "ahead" | "failed";
  /** When it was reached, for instance. */
  readonly note?: string;
}

const statuses = { done: "finish", current: "process", ahead: "wait", failed: "error" } as const;

/** The stages up to `current`, the usual case of a straight life. */
export function stagesUpTo(titles: readonly string[], current: number): Stage[] {
  return titles.map((title, at) => ({ title, status: at < current ? "done" : at === current ? "current" : "ahead" }));
}

export function StageRail({ stages }: { readonly stages: readonly Stage[] }) {
  return (
    <div className="detail-stages">
      <Steps
        size="small"
        items={stages.map(({ title, status, note }) => ({
          title,
          status: statuses[status],
          ...(note ? { content: note } : {}),
        }))}
      />
    </div>
  );
}
