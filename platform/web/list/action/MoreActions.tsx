import { DownOutlined } from "@ant-design/icons";
import { Button, type ButtonProps, Dropdown } from "antd";
import { useRef } from "react";
import "./action.css";

interface Choice {
  readonly label: string;
  readonly danger?: boolean;
  /** Why it cannot be chosen now. */
  readonly reason?: string | null;
}

interface Props<A extends Choice> {
  readonly actions: readonly A[];
  readonly onChoose: (action: A) => unknown;
  /** Of the button: a link in a row, a button elsewhere. */
  readonly look?: Pick<ButtonProps, "type" | "size" | "disabled">;
}

/** 更多: the actions that are not buttons. Nothing is shown if there are none. */
export function MoreActions<A extends Choice>({ actions, onChoose, look = {} }: Props<A>) {
  const button = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) return null;
  const arrow = look.type === "link" ? {} : { icon: <DownOutlined aria-hidden />, iconPlacement: "end" as const };
  return (
    <Dropdown
      trigger={["click"]}
      placement="bottomRight"
      menu={{
        items: actions.map(({ label, danger = false, reason = null }) => ({
          key: label,
          label: (
            <>
              {label}
              {reason !== null && <small className="act-reason">{reason}</small>}
            </>
          ),
          danger,
          disabled: reason !== null,
        })),
        onClick: ({ key }) => {
          const chosen = actions.find(({ label }) => label === key);
          button.current?.focus(); // a dialog that opens now gives the focus back to it; the menu will have gone
          if (chosen) void onChoose(chosen);
        },
      }}
    >
      <Button ref={button} aria-haspopup="menu" {...look} {...arrow}>
        更多
      </Button>
    </Dropdown>
  );
}
