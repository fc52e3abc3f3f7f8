import { DeleteOutlined } from "@ant-design/icons";
import { dayOf } from "@ops/platform/contract";
import { DayInput, serverNow } from "@ops/platform/web";
import { type HoursException, MOST_EXCEPTIONS } from "@ops/store/contract";
import { Button, Input } from "antd";
import { WindowsInput } from "../WindowsInput.tsx";

interface Props {
  readonly value?: readonly HoursException[];
  readonly onChange?: (exceptions: HoursException[]) => void;
}

/** Days with hours of their own; a day without any is closed. */
export function ExceptionsInput({ value = [], onChange }: Props) {
  const set = (at: number, changed: Partial<HoursException>) =>
    onChange?.(value.map((one, n) => (n === at ? { ...one, ...changed } : one)));
  const add = () => onChange?.([...value, { day: dayOf(new Date(serverNow())), windows: [], note: "" }]);
  return (
    <div className="store-hours-days">
      {value.map((one, at) => (
        <div key={at} className="store-hours-day">
          <DayInput value={one.day} onChange={(day) => set(at, { day: day ?? "" })} />
          <WindowsInput label={one.day} value={one.windows} onChange={(windows) => set(at, { windows })} />
          <Input
            aria-label={`${one.day} 说明`}
            placeholder="说明"
            maxLength={20}
            value={one.note}
            onChange={({ target }) => set(at, { note: target.value })}
          />
          <Button
            type="text"
            aria-label={`删除 ${one.day}`}
            icon={<DeleteOutlined />}
            onClick={() => onChange?.(value.filter((_, n) => n !== at))}
          />
        </div>
      ))}
      <Button type="dashed" disabled={value.length >= MOST_EXCEPTIONS} onClick={add}>
        添加特殊日期
      </Button>
    </div>
  );
}
