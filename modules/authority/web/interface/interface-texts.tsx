import { LockOutlined } from "@ant-design/icons";
import { type Interface, interfaceStates, openCallNames } from "@ops/authority/contract";
import { StateTag } from "@ops/platform/web";
import { Tag } from "antd";
import "./interface.css";

export function MethodPath({ method, path }: { readonly method: string; readonly path: string }) {
  return (
    <span className="interface-path" title={`${method} ${path}`}>
      <i data-method={method}>{method}</i>
      {path}
    </span>
  );
}

/** Shows the code, or a lock and the reason for a call that needs none (AU-R49). */
export function CodeText({ code }: { readonly code: string }) {
  const why = openCallNames[code];
  if (!why) return code;
  return (
    <span className="interface-open">
      <LockOutlined aria-hidden /> {why}
    </span>
  );
}

export function InterfaceState({ status, sensitive, isIdle }: Pick<Interface, "status" | "sensitive" | "isIdle">) {
  return (
    <>
      <StateTag machine={interfaceStates} state={status} tones={{ DISABLED: "bad", REMOVED: "off" }} />
      {sensitive && (
        <Tag className="interface-tag" color="warning">
          敏感
        </Tag>
      )}
      {isIdle && <Tag className="interface-tag">闲置</Tag>}
    </>
  );
}
