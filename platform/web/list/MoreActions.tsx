import { DownOutlined } from "@ant-design/icons";
import { Button, type ButtonProps, Dropdown } from "antd";
import type { RowAction } from "./actions.ts";

interface Props<Row> {
  readonly actions: readonly RowAction<Row>[];
  readonly onChoose: (action: RowAction<Row>) => unknown;
  /** Of the button: a link in a row, a button elsewhere. */
  readonly look?: Pick<ButtonProps, "type" | "size" | "disabled">;
}

/** 更多: the actions that do not stand as buttons. Nothing where there are none. */
export function MoreActions<Row>({ actions, onChoose, look = {} }: Props<Row>) {
  if (actions.length === 0) return null;
  const arrow = look.type === "link" ? {} : { icon: <DownOutlined aria-hidden />, iconPlacement: "end" as const };
  return (
    <Dropdown
      trigger={["click"]}
      placement="bottomRight"
      menu={{
        items: actions.map(({ label, danger = false }) => ({ key: label, label, danger })),
        onClick: ({ key }) => {
          const chosen = actions.find(({ label }) => label === key);
          if (chosen) void onChoose(chosen);
        },
      }}
    >
      <Button aria-haspopup="menu" {...look} {...arrow}>
        更多
      </Button>
    </Dropdown>
  );
}
