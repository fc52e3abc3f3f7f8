import { ArrowLeftOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { offered, perform, type RowAction } from "../list/actions.ts";
import { dealActions } from "../list/deal-actions.ts";
import { MoreActions } from "../list/MoreActions.tsx";
import { LogsButton } from "../logs/LogsButton.tsx";
import { useMay } from "../session/use-session.ts";
import { usePages } from "../shell/use-pages.ts";

export type HeadAction<R> = RowAction<R> & { readonly primary?: boolean };

/** So many stand as buttons; the rest under 更多. */
const SHOWN = 3;

interface Props<R> {
  readonly record: R;
  readonly title: (record: R) => string;
  readonly number?: (record: R) => string | null;
  readonly state?: (record: R) => ReactNode;
  /** From the rarest to the first: the last ones stand as buttons, dangerous ones under 更多. */
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

  const allowed = actions.filter((action) => offered([action], record, may).length > 0);
  const { shown, more } = dealActions(allowed.toReversed(), SHOWN);
  const id = typeof record === "object" && record !== null && "id" in record ? String(record.id) : null;

  return (
    <header className="detail-head">
      <Button type="text" aria-label="返回" icon={<ArrowLeftOutlined />} onClick={pages.back} />
      <h1 className="detail-title">{title(record)}</h1>
      {number?.(record) && <span className="detail-number">{number(record)}</span>}
      {state?.(record)}
      <div className="detail-actions">
        <MoreActions actions={more} look={{ disabled: running !== null }} onChoose={start} />
        {shown.toReversed().map((action) => (
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
