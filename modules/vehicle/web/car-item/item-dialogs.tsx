import { RecordForm } from "@ops/platform/web";
import {
  type CarColor,
  type CarOption,
  ColorShape,
  createColor,
  createOption,
  editColor,
  editOption,
  OptionShape,
} from "@ops/vehicle/contract";
import { ColorPicker } from "antd";
import { fixedLater } from "../fixed-later.ts";
import { useItems } from "./use-items.ts";

interface Props<R> {
  readonly record: R | null;
  readonly onClose: () => void;
}

export function OptionDialog({ record, onClose }: Props<CarOption>) {
  const { choices } = useItems();
  return (
    <RecordForm
      entity={OptionShape.entity}
      create={createOption}
      edit={editOption}
      record={record}
      name={record?.optionName}
      start={{ contains: [] }}
      fields={["optionCode", "optionName", "optionGroup", "contains", "status"]}
      special={{ optionCode: fixedLater, contains: { options: choices.OPTION, hint: "仅选装包填写，至少两项" } }}
      onClose={onClose}
    />
  );
}

export function ColorDialog({ record, onClose }: Props<CarColor>) {
  return (
    <RecordForm
      entity={ColorShape.entity}
      create={createColor}
      edit={editColor}
      record={record}
      name={record?.colorName}
      start={{ hex: "#888888" }}
      fields={["colorCode", "colorName", "side", "hex", "status"]}
      special={{ colorCode: fixedLater, hex: { control: <HexInput /> } }}
      onClose={onClose}
    />
  );
}

interface HexProps {
  readonly value?: string;
  readonly onChange?: (hex: string) => void;
}

function HexInput({ value = "#888888", onChange }: HexProps) {
  return <ColorPicker showText disabledAlpha value={value} onChange={(color) => onChange?.(color.toHexString())} />;
}
