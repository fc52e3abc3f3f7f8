import { carConfigStates, listCarConfigs } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";
import { driveTypes, energyTypes } from "../dictionaries.ts";

export const carConfigs = table("carConfig", {
  entity: "车型配置",
  scope: { unscoped: "the catalogue is the same for the whole brand" },
  read: listCarConfigs.permission,
  number: "configCode",
  labels: {
    configCode: "配置编码",
    modelYear: "年款",
    trim: "版本",
    energyType: "能源",
    batteryKwh: "电池（kWh）",
    rangeKm: "续航（km）",
    driveType: "驱动",
    seats: "座位",
    lengthMm: "长（mm）",
    widthMm: "宽（mm）",
    heightMm: "高（mm）",
    kerbKg: "整备质量（kg）",
    onSaleFrom: "在售开始",
    onSaleTo: "在售结束",
    status: "状态",
  },
  words: {
    status: carConfigStates.states,
    energyType: Object.fromEntries(energyTypes.entries),
    driveType: Object.fromEntries(driveTypes.entries),
  },
});
export type CarConfigRow = RowOf<typeof carConfigs>;
