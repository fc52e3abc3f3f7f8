import { Button } from "antd";
import { useState } from "react";
import { offered, perform, type RowAction } from "../list/actions.ts";
import { dealActions } from "../list/deal-actions.ts";
import { MoreActions } from "../list/MoreActions.tsx";
import { useAsking } from "../list/use-asking.tsx";
import { useMay } from "../session/use-session.ts";
import type { DetailAction } from "./DetailPage.tsx";
import "./detail.css";

/** So many stand as buttons; the rest under 更多. */
const SHOWN = 3;

interface Props<R> {
  readonly actions: readonly DetailAction<R>[];
  readonly record: R;
}

/** What can be done with the record now, at the head of its drawer; all wait while one is running. */
export function DrawerActions<R>({ actions, record }: Props<R>) {
  const may = useMay();
  const [isRunning, setRunning] = useState(false);
  const asking = useAsking<R, { readonly primary?: boolean }>(actions);
  const allowed = asking.actions.filter((action) => offered([action], record, may).length > 0);
  const { shown, more } = dealActions(allowed, SHOWN);
  const start = async (action: RowAction<R>) => {
    setRunning(true);
    try {
      await perform(action, record);
    } finally {
      setRunning(false);
    }
  };
  if (allowed.length === 0 && !asking.dialog) return null;
  return (
    <div className="drawer-actions">
      {shown.map((action) => (
        <Button
          key={action.label}
          size="small"
          type={action.primary ? "primary" : "default"}
          danger={action.danger ?? false}
          disabled={isRunning}
          onClick={() => void start(action)}
        >
          {action.label}
        </Button>
      ))}
      <MoreActions actions={more} look={{ size: "small", disabled: isRunning }} onChoose={start} />
      {asking.dialog}
    </div>
  );
}
