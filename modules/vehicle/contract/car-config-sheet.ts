import { sheet } from "@ops/platform/contract";
import { listCarConfigs } from "./car-config.ts";

export const carConfigSheet = sheet({
  key: "vehicle.carConfig",
  name: "车型配置",
  list: listCarConfigs,
  path: "/vehicle/v1/carConfigs/export",
  permission: "vehicle:carConfig:export",
  columns: {
    ...{ configCode: { width: 20 }, seriesName: true, modelName: true, modelYear: true, trim: true, energyType: true },
    ...{ batteryKwh: true, rangeKm: true, driveType: true, seats: true, lengthMm: true, widthMm: true, heightMm: true },
    ...{ kerbKg: true, guidePriceFen: { as: "fen" }, saleCodeCount: { title: "物料号数" } },
    colors: { width: 40, show: ({ colors }) => colors.map(({ colorName }) => colorName).join("、") },
    ...{ onSaleFrom: true, onSaleTo: true, status: true, updatedAt: true },
  },
  filters: { seriesId: "车系", modelId: "车型" },
});
