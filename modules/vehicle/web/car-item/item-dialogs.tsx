import { choicesOf, FormDialog, fieldsOf } from "@ops/platform/web";
import {
  type CarColor,
  type CarOption,
  catalogueStates,
  colorSides,
  createColor,
  createOption,
  editColor,
  editOption,
  listColors,
  listOptions,
  optionGroups,
} from "@ops/vehicle/contract";
import { ColorPicker } from "antd";
import { useItems } from "./use-items.ts";

const option = fieldsOf(createOption);
const color = fieldsOf(createColor);
const edited = { option: fieldsOf(editOption), color: fieldsOf(editColor) };
const groups = choicesOf(optionGroups);
const sides = choicesOf(colorSides);

interface OptionProps {
  readonly record: CarOption | null;
  readonly onClose: () => void;
}

export function OptionDialog({ record, onClose }: OptionProps) {
  const { choices } = useItems();
  const common = { kind: "modal", refreshes: [listOptions], onClose } as const;
  const hint = "仅选装包填写，至少两项";
  if (!record) {
    return (
      <FormDialog {...common} title="新增选装" done="新增成功！" endpoint={createOption} record={{ contains: [] }}>
        <option.TextField name="optionCode" hint="保存后不能修改" />
        <option.TextField name="optionName" />
        <option.SelectField name="optionGroup" options={groups} />
        <option.SelectField name="contains" options={choices.OPTION} multiple hint={hint} />
      </FormDialog>
    );
  }
  const job = { endpoint: editOption, params: { id: record.id }, record };
  return (
    <FormDialog {...common} {...job} title={`编辑选装 · ${record.optionName}`} done="修改成功！">
      <edited.option.TextField name="optionName" />
      <edited.option.SelectField name="optionGroup" options={groups} />
      <edited.option.SelectField name="contains" options={choices.OPTION} multiple hint={hint} />
      <edited.option.StateField name="status" machine={catalogueStates} />
    </FormDialog>
  );
}

interface ColorProps {
  readonly record: CarColor | null;
  readonly onClose: () => void;
}

export function ColorDialog({ record, onClose }: ColorProps) {
  const common = { kind: "modal", refreshes: [listColors], onClose } as const;
  if (!record) {
    return (
      <FormDialog {...common} title="新增颜色" done="新增成功！" endpoint={createColor} record={{ hex: "#888888" }}>
        <color.TextField name="colorCode" hint="保存后不能修改" />
        <color.TextField name="colorName" />
        <color.SelectField name="side" options={sides} />
        <color.CustomField name="hex">
          <HexInput />
        </color.CustomField>
      </FormDialog>
    );
  }
  const job = { endpoint: editColor, params: { id: record.id }, record };
  return (
    <FormDialog {...common} {...job} title={`编辑颜色 · ${record.colorName}`} done="修改成功！">
      <edited.color.TextField name="colorName" />
      <edited.color.CustomField name="hex">
        <HexInput />
      </edited.color.CustomField>
      <edited.color.StateField name="status" machine={catalogueStates} />
    </FormDialog>
  );
}

function HexInput({
  value = "#888888",
  onChange,
}: {
  readonly value?: string;
  readonly onChange?: (hex: string) => void;
}) {
  return <ColorPicker showText disabledAlpha value={value} onChange={(color) => onChange?.(color.toHexString())} />;
}
