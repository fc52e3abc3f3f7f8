import { Button, Dropdown } from "antd";
import { useState } from "react";
import { perform, type RowAction } from "./actions.ts";
import "./list-table.css";

const SHOWN = 2;

/** Two actions and the others under 更多; all wait while one is running. */
export function RowActions<Row>({ actions, row }: { readonly actions: readonly RowAction<Row>[]; readonly row: Row }) {
  const [running, setRunning] = useState<string | null>(null);
  const start = async (action: RowAction<Row>) => {
    setRunning(action.label);
    try {
      await perform(action, row);
    } finally {
      setRunning(null);
    }
  };

  if (actions.length === 0) return <span className="list-no-action">-</span>;
  const more = actions.slice(SHOWN);
  return (
    <span className="list-row-actions">
      {actions.slice(0, SHOWN).map((action) => (
        <Button
          key={action.label}
          type="link"
          size="small"
          danger={action.danger ?? false}
          disabled={running !== null}
          onClick={() => start(action)}
        >
          {action.label}
        </Button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={["click"]}
          placement="bottomRight"
          menu={{
            items: more.map((action) => ({ key: action.label, label: action.label, danger: action.danger ?? false })),
            onClick: ({ key }) => {
              const chosen = more.find(({ label }) => label === key);
              if (chosen) void start(chosen);
            },
          }}
        >
          <Button type="link" size="small" disabled={running !== null} aria-haspopup="menu">
            更多
          </Button>
        </Dropdown>
      )}
    </span>
  );
}
