import { choicesOf, fieldsOf } from "@ops/platform/web";
import {
  type CarColor,
  type CarOption,
  catalogueStates,
  colorSides,
  createColor,
  createOption,
  editColor,
  editOption,
  optionGroups,
} from "@ops/vehicle/contract";
import { ColorPicker } from "antd";
import { RecordDialog } from "../RecordDialog.tsx";
import { useItems } from "./use-items.ts";

const option = fieldsOf(createOption);
const color = fieldsOf(createColor);
const { StateField } = fieldsOf(editOption); // colours are switched alike

interface OptionProps {
  readonly record: CarOption | null;
  readonly onClose: () => void;
}

export function OptionDialog({ record, onClose }: OptionProps) {
  const { choices } = useItems();
  const pair = { what: "选装", create: createOption, edit: editOption };
  return (
    <RecordDialog {...pair} start={{ contains: [] }} record={record} name={record?.optionName} onClose={onClose}>
      {!record && <option.TextField name="optionCode" hint="保存后不能修改" />}
      <option.TextField name="optionName" />
      <option.SelectField name="optionGroup" options={choicesOf(optionGroups)} />
      <option.SelectField name="contains" options={choices.OPTION} multiple hint="仅选装包填写，至少两项" />
      {record && <StateField name="status" machine={catalogueStates} />}
    </RecordDialog>
  );
}

interface ColorProps {
  readonly record: CarColor | null;
  readonly onClose: () => void;
}

export function ColorDialog({ record, onClose }: ColorProps) {
  const pair = { what: "颜色", create: createColor, edit: editColor };
  return (
    <RecordDialog {...pair} start={{ hex: "#888888" }} record={record} name={record?.colorName} onClose={onClose}>
      {!record && <color.TextField name="colorCode" hint="保存后不能修改" />}
      <color.TextField name="colorName" />
      {!record && <color.SelectField name="side" options={choicesOf(colorSides)} />}
      <color.CustomField name="hex">
        <HexInput />
      </color.CustomField>
      {record && <StateField name="status" machine={catalogueStates} />}
    </RecordDialog>
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
