import { dayRange, type ImportKind, rowsLike, sheet, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { blockCars, createCar } from "./acts.ts";
import { CAR_PAGE, CarEvent, listCarEvents, listCars } from "./calls.ts";
import { siteKinds } from "./states.ts";
import { blockKinds, carEventTypes, carSource, holdKinds, stockKinds } from "./words.ts";

export const carSheet = sheet({
  key: "vehicle.car",
  name: "车辆档案",
  list: listCars,
  path: "/vehicle/v1/cars/export",
  permission: "vehicle:car:export",
  columns: {
    vin: { width: 22 },
    seriesName: true,
    configName: { width: 30 },
    extColor: { show: ({ extColor }) => extColor.colorName },
    intColor: { show: ({ intColor }) => intColor.colorName },
    whereabouts: true,
    holdState: "占用状态",
    buildState: true,
    holder: { width: 20, show: ({ holder }) => (holder ? `${holdKinds[holder.kind]}${holder.refNo}` : "") },
    placeKind: true,
    placeName: { width: 24 },
    stockDays: true,
    stockKind: true,
    marketTypeName: true,
    mileageKm: true,
    plateNo: true,
    producedOn: true,
    openBlocks: true,
    worstDamage: true,
    updatedAt: true,
  },
  filters: { marketTypeId: "市场类型" },
});

/** The limit of rows in one file of events. */
export const EVENT_MOST_ROWS = 200_000;

/** A line of a car's log with the car itself. All changes stand in one cell. */
const CarEventLine = CarEvent.extend({
  vin: withMeta(z.string(), { label: "VIN" }),
  changes: withMeta(z.string(), { label: "变化" }),
});

/** The export of 车辆事件: the logs of many cars, latest first. */
export const carEventSheet = sheet({
  key: "vehicle.carEvent",
  name: "车辆事件",
  list: rowsLike(listCarEvents, {
    query: {
      vins: listCars.query.shape.vins,
      type: z.string().trim().max(40).optional().meta({ label: "事件", words: carEventTypes }),
      source: carSource.optional(),
      recordedAt: withMeta(dayRange.optional(), { label: "记录时间" }),
    },
    row: CarEventLine,
  }),
  path: "/vehicle/v1/cars/events/export",
  permission: "vehicle:car:export",
  columns: {
    vin: { width: 22 },
    no: true,
    type: true,
    source: true,
    occurredAt: true,
    recordedAt: true,
    byName: true,
    changes: { width: 60 },
    ignoreReason: { title: "未应用原因", width: 24 },
    eventId: { title: "事件号", width: 24 },
    note: "备注",
  },
});

/** The import of 车辆 (section 8): new cars, and the places of known ones. */
export const carImport = {
  key: "vehicle.carImport",
  name: "车辆",
  permission: "vehicle:car:import",
  page: CAR_PAGE,
  byHand: createCar,
  version: 2,
  mostRows: 10_000,
  columns: [
    { key: "vin", title: "VIN", required: true, max: 40 },
    { key: "configCode", title: "配置编码", max: 32, note: "与物料号至少填一个" },
    { key: "saleCode", title: "物料号", max: 40 },
    { key: "optionCodes", title: "选装", max: 300, note: "多个用逗号分隔" },
    { key: "extColor", title: "外观", max: 20, note: "物料号已含颜色时可不填" },
    { key: "intColor", title: "内饰", max: 20 },
    { key: "plantCode", title: "工厂", required: true, max: 40 },
    { key: "producedOn", title: "下线日期", required: true, kind: "day" },
    { key: "releasedOn", title: "放行日期", kind: "day" },
    { key: "motorNo", title: "电机号", max: 30 },
    { key: "batteryNo", title: "电池号", max: 30 },
    { key: "engineNo", title: "发动机号", max: 30 },
    { key: "stockKind", title: "现车类型", required: true, words: stockKinds },
    { key: "placeKind", title: "位置类型", words: siteKinds },
    { key: "placeCode", title: "位置编码", max: 40, note: "门店的组织编码，或工厂、仓库、港口编码" },
    { key: "placedOn", title: "位置时间", kind: "day", note: "不填为导入时" },
    { key: "mileageKm", title: "里程", kind: "int" },
    { key: "marketType", title: "市场类型", max: 40, note: "类型编码或名称" },
  ],
} as const satisfies ImportKind;

export const carBlockImport = {
  key: "vehicle.carBlockImport",
  name: "批量管控",
  permission: blockCars.permission,
  page: CAR_PAGE,
  byHand: blockCars,
  version: 1,
  mostRows: 5_000,
  columns: [
    { key: "vin", title: "VIN", required: true, max: 40 },
    { key: "kind", title: "类型", required: true, words: blockKinds },
    { key: "reason", title: "原因", required: true, max: 400 },
  ],
} as const satisfies ImportKind;
