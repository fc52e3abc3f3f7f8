import { EyeInvisibleOutlined, EyeOutlined } from "@ant-design/icons";
import { type Unmaskable, unmask, unmaskBy } from "@ops/platform/contract";
import { Button, Tooltip } from "antd";
import { useEffect, useState } from "react";
import { useCall } from "../call/use-call.ts";
import { useMay } from "../session/use-session.ts";
import "./unmask.css";

interface Props<Field extends string> {
  /** The fields that the contract lets people with the code see. */
  readonly of: Unmaskable<Field>;
  readonly id: string;
  readonly field: Field;
  /** As the server sent it. */
  readonly masked: string | null;
}

/** The clear text is hidden after this time, because nobody reads longer, and others may look at the screen. */
const OPEN_MS = 60_000;

/** Masked personal data, with an eye for those who may see it in clear; each look is logged and counted (PF-R104). */
export function Unmask<Field extends string>({ of, id, field, masked }: Props<Field>) {
  const may = useMay();
  const [plain, setPlain] = useState<string | null>(null);
  const { call, pending } = useCall(unmask, { onDone: ({ value }) => setPlain(value) });
  useEffect(() => {
    if (plain === null) return;
    const hide = setTimeout(() => setPlain(null), OPEN_MS);
    return () => clearTimeout(hide);
  }, [plain]);

  if (!masked) return <>-</>;
  if (!may(unmaskBy(of.code))) return <>{masked}</>;
  const label = plain === null ? `查看${of.fields[field]}明文` : `隐藏${of.fields[field]}`;
  const press = () => {
    if (plain !== null) setPlain(null);
    // the call has already shown the error
    else if (!pending) void call({ body: { bizType: of.bizType, bizId: id, field } }).catch(() => undefined);
  };
  return (
    <span className="unmask">
      <span>{plain ?? masked}</span>
      <Tooltip title={plain === null ? `${label}（将记录日志）` : label}>
        <Button
          type="text"
          size="small"
          className="unmask-eye"
          aria-label={label}
          aria-pressed={plain !== null}
          loading={pending}
          icon={plain === null ? <EyeOutlined /> : <EyeInvisibleOutlined />}
          onClick={(event) => {
            event.stopPropagation();
            press();
          }}
        />
      </Tooltip>
    </span>
  );
}
