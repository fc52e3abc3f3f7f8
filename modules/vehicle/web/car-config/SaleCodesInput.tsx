import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import type { BodyInputOf } from "@ops/platform/contract";
import type { createCarConfig } from "@ops/vehicle/contract";
import { Button, Input, Select } from "antd";
import { useItems } from "../car-item/use-items.ts";
import "../vehicle.css";

type SaleCodes = BodyInputOf<typeof createCarConfig>["saleCodes"];
type SaleCode = SaleCodes[number];

interface Props {
  readonly value?: SaleCodes;
  readonly onChange?: (codes: SaleCodes) => void;
}

const blank: SaleCode = { saleCode: "", extColor: null, intColor: null, optionCodes: null };

export function SaleCodesInput({ value = [], onChange }: Props) {
  const change = (at: number, part: Partial<SaleCode>) =>
    onChange?.(value.map((code, place) => (place === at ? { ...code, ...part } : code)));
  return (
    <div>
      {value.length > 0 && (
        <div className="sale-code-row sale-code-head" aria-hidden>
          <span>物料号</span>
          <span>外观</span>
          <span>内饰</span>
          <span>选装</span>
        </div>
      )}
      {value.map((code, at) => (
        <SaleCodeRow
          key={at}
          code={code}
          no={at + 1}
          onChange={(part) => change(at, part)}
          onRemove={() => onChange?.(value.filter((_code, place) => place !== at))}
        />
      ))}
      <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => onChange?.([...value, blank])}>
        添加物料号
      </Button>
    </div>
  );
}

interface RowProps {
  readonly code: SaleCode;
  readonly no: number;
  readonly onChange: (part: Partial<SaleCode>) => void;
  readonly onRemove: () => void;
}

function SaleCodeRow({ code, no, onChange, onRemove }: RowProps) {
  const { choices } = useItems();
  const look = { allowClear: true, placeholder: "不限" };
  return (
    <div className="sale-code-row">
      <Input
        aria-label={`物料号 ${no}`}
        autoComplete="off"
        value={code.saleCode}
        onChange={({ target }) => onChange({ saleCode: target.value.toUpperCase() })}
      />
      <Select
        {...look}
        aria-label={`外观 ${no}`}
        options={choices.EXT}
        value={code.extColor}
        onChange={(extColor?: string) => onChange({ extColor: extColor ?? null })}
      />
      <Select
        {...look}
        aria-label={`内饰 ${no}`}
        options={choices.INT}
        value={code.intColor}
        onChange={(intColor?: string) => onChange({ intColor: intColor ?? null })}
      />
      <Select
        {...look}
        mode="multiple"
        maxTagCount="responsive"
        aria-label={`选装 ${no}`}
        options={choices.OPTION}
        value={code.optionCodes ?? []}
        onChange={(codes: string[]) => onChange({ optionCodes: codes.length > 0 ? codes : null })}
      />
      <Button type="text" danger aria-label={`移除物料号 ${no}`} icon={<DeleteOutlined />} onClick={onRemove} />
    </div>
  );
}
