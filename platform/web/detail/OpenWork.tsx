import { RightOutlined } from "@ant-design/icons";
import "./detail.css";

export interface OpenItem {
  readonly text: string;
  /** Leads to where it is seen to. */
  readonly open: () => void;
  /** Something went wrong. */
  readonly isWrong?: boolean;
}

/** Lists open work on the record. */
export function OpenWork({ items }: { readonly items: readonly OpenItem[] }) {
  if (items.length === 0) return <p className="timeline-empty">没有待办事项</p>;
  return (
    <ul className="open-work">
      {items.map(({ text, open, isWrong }) => (
        <li key={text}>
          <button type="button" className="plain-button" data-wrong={isWrong || undefined} onClick={open}>
            {text}
            <RightOutlined aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
