import type { RowAction } from "./actions.ts";
import { dealActions } from "./deal-actions.ts";
import { MoreActions } from "./MoreActions.tsx";
import { RefusableButton } from "./RefusableButton.tsx";
import { useRunner } from "./use-runner.ts";
import "../list-table.css";

const SHOWN = 2;

/** Two actions and the others under 更多; all wait while one is running. */
export function RowActions<Row>({ actions, row }: { readonly actions: readonly RowAction<Row>[]; readonly row: Row }) {
  const { running, start } = useRunner(row);
  if (actions.length === 0) return <span className="list-no-action">-</span>;
  const told = actions.map((action) => ({ ...action, reason: action.refuse?.(row) ?? null }));
  const { shown, more } = dealActions(told, SHOWN);
  return (
    <span className="list-row-actions">
      {shown.map((action) => (
        <RefusableButton
          key={action.label}
          reason={action.reason}
          type="link"
          size="small"
          danger={action.danger ?? false}
          disabled={running !== null}
          onClick={() => start(action)}
        >
          {action.label}
        </RefusableButton>
      ))}
      <MoreActions actions={more} look={{ type: "link", size: "small", disabled: running !== null }} onChoose={start} />
    </span>
  );
}
