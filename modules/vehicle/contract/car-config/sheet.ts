import { type ImportKind, sheet } from "@ops/platform/contract";
import { OVERWRITE } from "../codes.ts";
import { createCarConfig, listCarConfigs } from "./calls.ts";

export const carConfigSheet = sheet({
  key: "vehicle.carConfig",
  name: "车型配置",
  list: listCarConfigs,
  path: "/vehicle/v1/car-configs/export",
  permission: "vehicle:carConfig:export",
  columns: {
    configCode: { width: 20 },
    seriesName: true,
    modelName: true,
    modelYear: true,
    trim: true,
    energyType: true,
    batteryKwh: true,
    rangeKm: true,
    driveType: true,
    seats: true,
    lengthMm: true,
    widthMm: true,
    heightMm: true,
    kerbKg: true,
    guidePriceFen: true,
    saleCodeCount: { title: "物料号数" },
    colors: { width: 40, show: ({ colors }) => colors.map(({ colorName }) => colorName).join("、") },
    carCount: true,
    orderCount: true,
    onSaleFrom: true,
    onSaleTo: true,
    status: true,
    updatedAt: true,
  },
});

const whole = (key: string, title: string) => ({ key, title, pattern: /^\d{1,5}$/, note: "正整数" }) as const;

/** The import of 车型配置 (section 8) makes drafts by code. Offers and prices are entered by hand afterwards. */
export const carConfigImport = {
  key: "vehicle.carConfigImport",
  name: "车型配置",
  permission: createCarConfig.permission,
  page: "/RightCenter/CarConfigMaintain",
  byHand: createCarConfig,
  version: 1,
  mostRows: 5_000,
  options: [OVERWRITE],
  columns: [
    { key: "configCode", title: "配置编码", required: true, max: 32, note: "4–32位大写字母、数字或横线" },
    { key: "modelCode", title: "车型编码", required: true, max: 20 },
    { key: "modelYear", title: "年款", required: true, pattern: /^20\d\d$/ },
    { key: "trim", title: "版本", required: true, max: 30 },
    { key: "energyType", title: "能源", required: true, dict: "car_energy_type" },
    { key: "batteryKwh", title: "电池（kWh）", required: true, pattern: /^\d{1,4}(\.\d{1,2})?$/ },
    whole("rangeKm", "续航（km）"),
    { key: "driveType", title: "驱动", dict: "car_drive_type" },
    whole("seats", "座位"),
    whole("lengthMm", "长（mm）"),
    whole("widthMm", "宽（mm）"),
    whole("heightMm", "高（mm）"),
    whole("kerbKg", "整备质量（kg）"),
    { key: "onSaleFrom", title: "在售开始", required: true, kind: "day" },
    { key: "onSaleTo", title: "在售结束", kind: "day" },
    { key: "saleCodes", title: "物料号", max: 2_000, note: "多个用逗号分隔；已有的物料号不会被删除" },
  ],
} as const satisfies ImportKind;
