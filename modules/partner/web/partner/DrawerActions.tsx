import type { PartnerDetail } from "@ops/partner/contract";
import { perform, type RowAction } from "@ops/platform/web";
import { Button } from "antd";
import { useState } from "react";

interface Props {
  readonly actions: readonly RowAction<PartnerDetail>[];
  readonly partner: PartnerDetail;
}

/** The step that leads on. */
const next = ["提交", "通过", "启用", "恢复"];

/** Everything that the state of the partner allows, side by side; all wait while one is running. */
export function DrawerActions({ actions, partner }: Props) {
  const [isRunning, setRunning] = useState(false);
  const press = async (action: RowAction<PartnerDetail>) => {
    setRunning(true);
    try {
      await perform(action, partner);
    } finally {
      setRunning(false);
    }
  };
  if (actions.length === 0) return null;
  return (
    <div className="partner-actions">
      {actions.map((action) => (
        <Button
          key={action.label}
          size="small"
          type={next.includes(action.label) ? "primary" : "default"}
          danger={action.danger ?? false}
          disabled={isRunning}
          onClick={() => void press(action)}
        >
          {action.label}
        </Button>
      ))}
    </div>
  );
}
