import { Button, Tooltip } from "antd";
import { useState } from "react";
import { useMay } from "../session/use-session.ts";
import { type BatchAction, perform } from "./actions.ts";

interface Props<Row> {
  readonly rows: Row[];
  readonly actions: readonly BatchAction<Row>[];
  readonly onClear: () => void;
}

/** Takes the place of the tabs while rows are selected. */
export function BatchBar<Row>({ rows, actions, onClear }: Props<Row>) {
  const may = useMay();
  const [running, setRunning] = useState<string | null>(null);
  const start = async (action: BatchAction<Row>, fitting: Row[]) => {
    setRunning(action.label);
    try {
      await perform({ ...action, run: (on: Row[]) => action.run(on, onClear) }, fitting);
    } finally {
      setRunning(null);
    }
  };

  return (
    <section className="list-batch" aria-label="批量操作">
      <span role="status">
        已选择 <b>{rows.length}</b> 项<span className="list-batch-hint">（可跨页）</span>
      </span>
      <Button type="link" size="small" onClick={onClear}>
        清空
      </Button>
      <span className="list-batch-actions">
        {actions
          .filter(({ needs }) => !needs || may(needs))
          .map((action) => ({ action, ...fitOf(action, rows) }))
          .map(({ action, fitting, reason }) => (
            <Tooltip key={action.label} title={reason}>
              <Button
                size="small"
                type={action.primary ? "primary" : "default"}
                danger={action.danger ?? false}
                loading={running === action.label}
                disabled={reason !== null || (running !== null && running !== action.label)}
                onClick={() => start(action, fitting)}
              >
                {fitting.length === rows.length ? action.label : `${action.label} ${fitting.length}/${rows.length}`}
              </Button>
            </Tooltip>
          ))}
      </span>
    </section>
  );
}

/** The rows with which it can be done, and why it cannot be pressed. */
function fitOf<Row>({ label, when, refuse }: BatchAction<Row>, rows: readonly Row[]) {
  const fitting = rows.filter((row) => !when || when(row));
  const none = fitting.length === 0 ? `选中的 ${rows.length} 项都不能执行「${label}」` : null;
  return { fitting, reason: none ?? refuse?.(fitting) ?? null };
}
