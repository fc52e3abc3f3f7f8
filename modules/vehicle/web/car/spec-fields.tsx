import { Select } from "antd";
import { useItems } from "../car-item/use-items.ts";

/** The fields of the specification, for the forms that create, edit and correct a car. */
export const specFields = [
  "carConfigId",
  "extColor",
  "intColor",
  "optionCodes",
  "motorNos",
  "engineNo",
  "batteryNo",
] as const;

/** Loads the choices for these fields from the catalogue. */
export function useSpecLooks() {
  const { choices } = useItems();
  const motorNos = <Select mode="tags" open={false} suffixIcon={null} placeholder="输入后按回车，最多4个" />;
  return {
    carConfigId: { full: true },
    extColor: { options: choices.EXT },
    intColor: { options: choices.INT },
    optionCodes: { options: choices.OPTION, full: true },
    motorNos: { control: motorNos, full: true },
  };
}
