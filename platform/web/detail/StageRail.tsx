import { CheckOutlined, CloseOutlined } from "@ant-design/icons";

/** A step in the life of a record. */
export interface Stage {
  readonly title: string;
  readonly status: "done" | "current" | "ahead" | "failed";
  /** When it was reached, for instance. */
  readonly note?: string;
  /** When it should be reached. */
  readonly plan?: string;
  /** How much slower than planned it is, as long as that harms nobody. */
  readonly slow?: string;
  /** How late it is, and whose that is. */
  readonly late?: string;
}

const words = { done: "已完成", current: "当前阶段", ahead: "未开始", failed: "已终止" };
const marks = { done: <CheckOutlined />, failed: <CloseOutlined /> };

export function StageRail({ stages }: { readonly stages: readonly Stage[] }) {
  return (
    <ol className="stage-rail" aria-label="阶段">
      {stages.map(({ title, status, note, plan, slow, late }, at) => (
        <li key={title} data-status={status} {...(status === "current" ? { "aria-current": "step" as const } : {})}>
          <span className="stage-mark" aria-hidden>
            {status === "done" || status === "failed" ? marks[status] : at + 1}
          </span>
          <span>
            {title}
            <span className="for-screen-readers">（{words[status]}）</span>
            {note && <small>{note}</small>}
            {plan && <small>{plan}</small>}
            {slow && <small>{slow}</small>}
            {late && <small data-late>{late}</small>}
          </span>
        </li>
      ))}
    </ol>
  );
}
