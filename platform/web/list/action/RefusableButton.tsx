import { Button, type ButtonProps, Tooltip } from "antd";
import "./action.css";

interface Props extends Pick<ButtonProps, "type" | "size" | "danger" | "loading" | "disabled" | "children"> {
  /** Why it cannot be pressed now. */
  readonly reason: string | null;
  readonly onClick: () => unknown;
}

/**
 * A button that may be refused. Then it cannot be pressed, but keeps its place in the order of Tab, because a reason
 * that only the mouse finds is not said to everybody.
 */
export function RefusableButton({ reason, onClick, type = "default", danger = false, ...look }: Props) {
  if (reason === null) return <Button {...look} type={type} danger={danger} onClick={() => onClick()} />;
  const plain = type === "primary" ? "default" : type;
  return (
    <Tooltip title={reason} trigger={["hover", "focus"]}>
      <Button {...look} type={plain} disabled={false} aria-disabled className="act-refused" />
    </Tooltip>
  );
}
