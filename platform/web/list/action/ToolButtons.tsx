import { Button } from "antd";
import { useMay } from "../../session/use-session.ts";
import type { Tool } from "./actions.ts";

/** Buttons above the rows, for those who may press them. */
export function ToolButtons({ tools }: { readonly tools: readonly Tool[] }) {
  const may = useMay();
  return tools
    .filter(({ needs }) => !needs || may(needs))
    .map(({ label, primary, danger = false, run }) => (
      <Button key={label} type={primary ? "primary" : "default"} danger={danger} onClick={run}>
        {label}
      </Button>
    ));
}
