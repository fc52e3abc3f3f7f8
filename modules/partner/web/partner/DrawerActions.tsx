import type { PartnerDetail } from "@ops/partner/contract";
import { dealActions, MoreActions, perform, type RowAction } from "@ops/platform/web";
import { Button } from "antd";
import { useState } from "react";

interface Props {
  readonly actions: readonly RowAction<PartnerDetail>[];
  readonly partner: PartnerDetail;
}

/** The step that leads on. */
const next = ["提交", "通过", "启用", "恢复"];

/** So many stand as buttons; the rest under 更多. */
const SHOWN = 3;

/** What the state of the partner allows; all wait while one is running. */
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
  const { shown, more } = dealActions(actions, SHOWN);
  return (
    <div className="partner-actions">
      {shown.map((action) => (
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
      <MoreActions actions={more} look={{ size: "small", disabled: isRunning }} onChoose={press} />
    </div>
  );
}
