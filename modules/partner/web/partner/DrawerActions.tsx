import type { Partner, PartnerDetail } from "@ops/partner/contract";
import { confirm, type RowAction } from "@ops/platform/web";
import { Button } from "antd";
import { useState } from "react";

interface Props {
  readonly actions: readonly RowAction<Partner>[];
  readonly partner: PartnerDetail;
}

/** Everything that the state of the partner allows, side by side; the next step first in colour. */
export function DrawerActions({ actions, partner }: Props) {
  const [running, setRunning] = useState(false);
  const press = async ({ confirm: question, label, danger = false, run }: RowAction<Partner>) => {
    const title = typeof question === "function" ? question(partner) : question;
    if (title && !(await confirm({ title, okText: label, danger }))) return;
    setRunning(true);
    try {
      await run(partner);
    } catch {
      // a failed call has been told already
    } finally {
      setRunning(false);
    }
  };
  const next = ["提交", "通过", "启用", "恢复"];
  if (actions.length === 0) return null;
  return (
    <div className="partner-actions">
      {actions.map((action) => (
        <Button
          key={action.label}
          size="small"
          type={next.includes(action.label) ? "primary" : "default"}
          danger={action.danger ?? false}
          disabled={running}
          onClick={() => void press(action)}
        >
          {action.label}
        </Button>
      ))}
    </div>
  );
}
