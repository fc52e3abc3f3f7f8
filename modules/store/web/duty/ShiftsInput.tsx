import { DeleteOutlined } from "@ant-design/icons";
import { type DutyShift, type ShiftCode, shiftCodes } from "@ops/store/contract";
import { Button, Input, Tag } from "antd";
import { WindowsInput } from "../WindowsInput.tsx";

interface Props {
  readonly value?: readonly DutyShift[];
  readonly onChange?: (shifts: DutyShift[]) => void;
}

const isCode = (code: string): code is ShiftCode => Object.hasOwn(shiftCodes, code);
const codes = Object.keys(shiftCodes).filter(isCode);

/** The shifts of a store, each with its letter, name and hours. */
export function ShiftsInput({ value = [], onChange }: Props) {
  const free = codes.find((code) => !value.some((shift) => shift.code === code));
  const set = (code: ShiftCode, changed: Partial<DutyShift>) =>
    onChange?.(value.map((shift) => (shift.code === code ? { ...shift, ...changed } : shift)));
  return (
    <div className="duty-shifts">
      {value.map(({ code, name, windows }) => (
        <div key={code} className="duty-shift">
          <Tag color="blue">{code}</Tag>
          <Input
            aria-label={`${code} 名称`}
            placeholder="名称"
            maxLength={8}
            value={name}
            onChange={({ target }) => set(code, { name: target.value })}
          />
          <WindowsInput label={code} value={windows} onChange={(changed) => set(code, { windows: changed })} />
          <Button
            type="text"
            aria-label={`删除班次 ${code}`}
            icon={<DeleteOutlined />}
            onClick={() => onChange?.(value.filter((shift) => shift.code !== code))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        disabled={!free}
        onClick={() => free && onChange?.([...value, { code: free, name: "", windows: [] }])}
      >
        添加班次
      </Button>
    </div>
  );
}
