import { ArrowLeftOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { offered, perform, type RowAction } from "../list/actions.ts";
import { LogsButton } from "../logs/LogsButton.tsx";
import { useMay } from "../session/use-session.ts";
import { usePages } from "../shell/use-pages.ts";

export type HeadAction<R> = RowAction<R> & { readonly primary?: boolean };

interface Props<R> {
  readonly record: R;
  readonly title: (record: R) => string;
  readonly number?: (record: R) => string | null;
  readonly state?: (record: R) => ReactNode;
  readonly actions: readonly HeadAction<R>[];
  /** The table of the record, where its log can be opened. */
  readonly logs?: string | undefined;
}

/** Who this is, how it stands, and what can be done now. */
export function DetailHead<R>({ record, title, number, state, actions, logs }: Props<R>) {
  const may = useMay();
  const pages = usePages();
  const [running, setRunning] = useState<string | null>(null);
  const start = async (action: HeadAction<R>) => {
    setRunning(action.label);
    try {
      await perform(action, record);
    } finally {
      setRunning(null);
    }
  };

  const id = typeof record === "object" && record !== null && "id" in record ? String(record.id) : null;

  return (
    <header className="detail-head">
      <Button type="text" aria-label="返回" icon={<ArrowLeftOutlined />} onClick={pages.back} />
      <h1 className="detail-title">{title(record)}</h1>
      {number?.(record) && <span className="detail-number">{number(record)}</span>}
      {state?.(record)}
      <div className="detail-actions">
        {actions
          .filter((action) => offered([action], record, may).length > 0)
          .map((action) => (
            <Button
              key={action.label}
              type={action.primary ? "primary" : "default"}
              danger={action.danger ?? false}
              loading={running === action.label}
              disabled={running !== null && running !== action.label}
              onClick={() => start(action)}
            >
              {action.label}
            </Button>
          ))}
        {logs && id && <LogsButton bizType={logs} bizId={id} title={title(record)} />}
      </div>
    </header>
  );
}
