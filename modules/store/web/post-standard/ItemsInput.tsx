import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from "@ant-design/icons";
import { choicesOf } from "@ops/platform/web";
import { type StandardItem, standardKinds, standardSides } from "@ops/store/contract";
import { Button, Checkbox, Input, InputNumber, Select } from "antd";

type Item = Omit<StandardItem, "id">;

interface Props {
  readonly value?: readonly Item[];
  readonly onChange?: (items: Item[]) => void;
}

const blank = {
  kind: "EXAM",
  name: "",
  passRule: "",
  isRequired: true,
  weight: 0,
  retryLimit: 1,
  evidenceMin: 0,
} as const;
const numbers = [
  ["weight", "权重", 100],
  ["retryLimit", "补考次数", 10],
  ["evidenceMin", "最少附件", 9],
] as const;

/** 上岗标准 and 下岗标准 of a version, each in its order. */
export function ItemsInput({ value = [], onChange }: Props) {
  const set = (at: number, changed: Partial<Item>) =>
    onChange?.(value.map((item, n) => (n === at ? { ...item, ...changed } : item)));
  const swap = (at: number, by: -1 | 1) => {
    const other = value[at + by];
    const item = value[at];
    if (!item || !other) return;
    onChange?.(value.map((one, n) => (n === at ? other : n === at + by ? item : one)));
  };
  return (
    <div className="standard-items">
      {value.map((item, at) => (
        <div key={at} className="standard-item">
          <ItemFields item={item} no={at + 1} onChange={(changed) => set(at, changed)} />
          <Button
            type="text"
            aria-label={`上移第${at + 1}条`}
            icon={<ArrowUpOutlined />}
            onClick={() => swap(at, -1)}
          />
          <Button
            type="text"
            aria-label={`下移第${at + 1}条`}
            icon={<ArrowDownOutlined />}
            onClick={() => swap(at, 1)}
          />
          <Button
            type="text"
            aria-label={`删除第${at + 1}条`}
            icon={<DeleteOutlined />}
            onClick={() => onChange?.(value.filter((_, n) => n !== at))}
          />
        </div>
      ))}
      <Button type="dashed" onClick={() => onChange?.([...value, { ...blank, side: "UP" }])}>
        添加上岗标准
      </Button>
      <Button
        type="dashed"
        onClick={() => onChange?.([...value, { ...blank, side: "DOWN", kind: "RED_LINE", isRequired: false }])}
      >
        添加下岗标准
      </Button>
    </div>
  );
}

interface FieldsProps {
  readonly item: Item;
  readonly no: number;
  readonly onChange: (changed: Partial<Item>) => void;
}

function ItemFields({ item, no, onChange }: FieldsProps) {
  const { side, name, kind, passRule, isRequired } = item;
  const kinds = choicesOf(standardKinds).filter(({ value }) => side === "DOWN" || value !== "RED_LINE");
  return (
    <>
      <span>{standardSides[side]}</span>
      <Input
        aria-label={`第${no}条名称`}
        placeholder="名称"
        maxLength={60}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Select
        aria-label={`第${no}条类型`}
        value={kind}
        options={[...kinds]}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
      <Input
        aria-label={`第${no}条通过标准`}
        placeholder="通过标准"
        maxLength={200}
        value={passRule}
        onChange={({ target }) => onChange({ passRule: target.value })}
      />
      {side === "UP" && (
        <>
          <Checkbox checked={isRequired} onChange={({ target }) => onChange({ isRequired: target.checked })}>
            必须通过
          </Checkbox>
          {numbers.map(([key, label, max]) => (
            <InputNumber
              key={key}
              aria-label={`第${no}条${label}`}
              prefix={label}
              min={0}
              max={max}
              precision={0}
              value={item[key]}
              onChange={(typed) => onChange({ [key]: typed ?? 0 })}
            />
          ))}
        </>
      )}
    </>
  );
}
