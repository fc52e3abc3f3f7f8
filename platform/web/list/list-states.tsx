import { FileSearchOutlined, InboxOutlined, WarningOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import "./list-states.css";

interface NoteProps {
  readonly icon: ReactNode;
  readonly sentence: string;
  readonly hint?: string;
  readonly action?: ReactNode;
  readonly role?: "alert" | "status";
}

/** A sentence that explains why there is nothing, and the next useful action. */
export function Note({ icon, sentence, hint, action, role = "status" }: NoteProps) {
  return (
    <div className="list-note" role={role}>
      <span className="list-note-icon" aria-hidden>
        {icon}
      </span>
      <p>{sentence}</p>
      {hint && <p className="list-note-hint">{hint}</p>}
      {action}
    </div>
  );
}

export interface FilteredWords {
  readonly sentence: string;
  /** The button that takes the filters away. */
  readonly reset: string;
}

interface NothingFoundProps {
  readonly words?: FilteredWords | undefined;
  readonly onReset: () => void;
}

const usual: FilteredWords = { sentence: "没有符合条件的数据", reset: "重置条件" };

export function NothingFound({ words = usual, onReset }: NothingFoundProps) {
  const action = <Button onClick={onReset}>{words.reset}</Button>;
  return (
    <Note
      icon={<FileSearchOutlined />}
      sentence={words.sentence}
      hint="换一个条件试试；手机号、工号、VIN 等号码须输入完整"
      action={action}
    />
  );
}

export function NothingYet({ sentence, action }: { readonly sentence: string; readonly action?: ReactNode }) {
  return <Note icon={<InboxOutlined />} sentence={sentence} action={action} />;
}

export function NotLoaded({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  const action = <Button onClick={onRetry}>重试</Button>;
  return <Note role="alert" icon={<WarningOutlined />} sentence="数据加载失败" hint={reason} action={action} />;
}

/** Grey bars where the cells will be. */
export function RowsSkeleton({ rows, widths }: { readonly rows: number; readonly widths: readonly number[] }) {
  const row = (at: number) => (
    <div key={at}>
      {widths.map((width, column) => (
        <i key={column} style={{ inlineSize: width }} />
      ))}
    </div>
  );
  return (
    <div className="list-skeleton" role="status" aria-label="加载中">
      {Array.from({ length: rows }, (_, at) => row(at))}
    </div>
  );
}
