import {
  dayRange,
  endpoint,
  flag,
  listQuery,
  moment,
  pageOf,
  recordId,
  sortable,
  version,
  wholeText,
} from "@ops/platform/contract";
import { z } from "zod";
import { itemCode } from "../codes.ts";
import { buildState, holdStates, placeKind, whereabouts } from "./states.ts";
import { blockKind, carEventTypes, carFlag, carSource, damageLevel, holdKind, stockKind } from "./words.ts";

export const CAR_PAGE = "/RightCenter/CarConfigMaintain";

const shownColor = z.object({ colorCode: z.string(), colorName: z.string(), hex: z.string() });

export const Car = z.object({
  id: z.string(),
  vin: z.string().meta({ label: "VIN" }),
  carConfigId: z.string(),
  seriesName: z.string().meta({ label: "车系" }),
  configName: z.string().meta({ label: "配置" }),
  extColor: shownColor.meta({ label: "外观" }),
  intColor: shownColor.meta({ label: "内饰" }),
  whereabouts,
  holdState: holdStates.schema,
  buildState,
  holder: z.object({ kind: holdKind, refNo: z.string() }).nullable().meta({ label: "占用方" }),
  placeKind,
  placeName: z.string().nullable().meta({ label: "位置" }),
  cityCode: z.string().nullable().meta({ label: "城市" }),
  /** 库龄, in days since it came into stock. */
  stockDays: z.int().nullable().meta({ label: "库龄" }),
  stockKind,
  marketTypeName: z.string().nullable().meta({ label: "市场类型" }),
  mileageKm: z.int().nullable().meta({ label: "里程" }),
  plateNo: z.string().nullable().meta({ label: "车牌" }),
  producedOn: z.string().nullable().meta({ label: "下线日" }),
  openBlocks: z.int().meta({ label: "管控" }),
  worstDamage: damageLevel.nullable().meta({ label: "质损" }),
  flags: z.array(carFlag).meta({ label: "标记" }),
  updatedAt: moment.meta({ label: "更新时间" }),
  version,
});
export type Car = z.output<typeof Car>;

/** How old the stock is; the last class has no end. */
export const stockAges = { "0-30": "0–30天", "31-45": "31–45天", "46-90": "46–90天", "91-": "90天以上" } as const;

const VINS = 200;
/** VINs or their last eight characters, as they come out of a file or a mail. */
const pastedVins = z
  .string()
  .max(VINS * 20)
  .transform((text) => text.split(/[\s,，;；、]+/).filter(Boolean))
  .pipe(z.array(z.string().max(40)).max(VINS, `一次最多查询${VINS}个VIN`));

export const carFilters = {
  vins: pastedVins.optional().meta({ label: "VIN", hint: "可粘贴多个，或后8位" }),
  seriesId: recordId.optional().meta({ label: "车系" }),
  carConfigId: recordId.optional().meta({ label: "配置" }),
  saleCode: wholeText("物料号").optional(),
  extColor: itemCode.optional().meta({ label: "外观" }),
  intColor: itemCode.optional().meta({ label: "内饰" }),
  whereabouts: whereabouts.optional(),
  holdState: holdStates.schema.optional().meta({ label: "占用" }),
  buildState: buildState.optional(),
  stockKind: stockKind.optional(),
  marketTypeId: recordId.optional().meta({ label: "市场类型" }),
  placeKind: placeKind.optional(),
  cityCode: z.string().trim().max(12).optional().meta({ label: "城市" }),
  isBlocked: flag.optional().meta({ label: "管控" }),
  isDamaged: flag.optional().meta({ label: "质损" }),
  isUnbound: flag.optional().meta({ label: "按单生产未配单" }),
  producedOn: dayRange.optional().meta({ label: "下线日" }),
  stockAge: z.enum(["0-30", "31-45", "46-90", "91-"]).optional().meta({ label: "库龄", words: stockAges }),
  plantCode: wholeText("工厂", { hint: "完整工厂编码" }).optional(),
  plateNo: wholeText("车牌", { most: 12 }).optional(),
  ...sortable("vin", "producedOn", "inStockAt", "mileageKm", "updatedAt"),
};

export const listCars = endpoint({
  method: "GET",
  path: "/vehicle/v1/cars",
  title: "车辆档案列表",
  permission: "vehicle:car:list",
  page: CAR_PAGE,
  query: listQuery.extend(carFilters),
  answer: pageOf(Car),
});

const { sortBy, sortOrder, whereabouts: _whereabouts, ...countedBy } = carFilters;

/**
 * How many cars of each 去向 the list has under the same filters, but for the one of 去向 itself. A call of its own: paging and
 * sorting the list does not change it. Of a list of more than 50,000 cars each number is exact up to 10,000 and stays there.
 */
export const countCars = endpoint({
  method: "GET",
  path: "/vehicle/v1/cars/counts",
  title: "车辆去向数量",
  permission: "vehicle:car:list",
  query: z.object(countedBy),
  answer: z.array(z.object({ whereabouts, count: z.int(), countKind: z.enum(["exact", "atLeast"]) })),
});

export const CarDetail = Car.extend({
  /** Staff of carriers see configuration, colour and place: no holder, owner or plate (section 7). */
  isNarrowed: z.boolean(),
  configCode: z.string().meta({ label: "配置编码" }),
  optionCodes: z.array(z.string()).meta({ label: "选装" }),
  configKey: z.string().meta({ label: "配置键" }),
  plantCode: z.string().nullable().meta({ label: "工厂" }),
  releasedAt: moment.nullable().meta({ label: "放行时间" }),
  motorNos: z.array(z.string()).meta({ label: "电机号" }),
  engineNo: z.string().nullable().meta({ label: "发动机号" }),
  batteryNo: z.string().nullable().meta({ label: "电池号" }),
  buildOrderNo: z.string().nullable().meta({ label: "生产订单号" }),
  marketTypeId: z.string().nullable(),
  holdSeq: z.int().meta({ label: "占用序号" }),
  placeId: z.string().nullable(),
  placeAt: moment.nullable().meta({ label: "位置时间" }),
  expectAt: moment.nullable().meta({ label: "预计到达" }),
  inStockAt: moment.nullable().meta({ label: "入库时间" }),
  mileageAt: moment.nullable().meta({ label: "里程时间" }),
  plateAt: moment.nullable().meta({ label: "车牌时间" }),
  ownerSeq: z.int().meta({ label: "第几任车主" }),
  deliveredAt: moment.nullable().meta({ label: "交付时间" }),
  activatedAt: moment.nullable().meta({ label: "激活时间" }),
  linkedVin: z.string().nullable().meta({ label: "关联车辆" }),
  blocks: z.array(z.object({ kind: blockKind, reason: z.string(), batchNo: z.string().nullable(), fromAt: moment })),
  conditions: z.array(
    z.object({
      sourceNo: z.string(),
      level: damageLevel,
      text: z.string(),
      state: z.enum(["OPEN", "REPAIRED", "VOID"]),
      notedAt: moment,
    }),
  ),
});
export type CarDetail = z.output<typeof CarDetail>;

/** A car by its whole VIN, or by the id that a list has told. */
const vinParams = z.object({ vin: z.string().trim().min(1).max(40) });

export const getCar = endpoint({
  method: "GET",
  path: "/vehicle/v1/cars/{vin}",
  title: "车辆档案详情",
  permission: "vehicle:car:view",
  record: "car",
  page: CAR_PAGE,
  params: vinParams,
  answer: CarDetail,
});

/** For those who may look up single cars beyond their scope: by the whole VIN only, counted and logged. */
export const lookUpCar = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/lookup",
  audit: "按VIN查车",
  permission: "vehicle:car:lookup",
  requires: [],
  body: z.object({ vin: z.string("请输入完整VIN").trim().min(1, "请输入完整VIN").max(40).meta({ label: "VIN" }) }),
  answer: CarDetail,
});

export const CarEvent = z.object({
  /** Its number in the log of the car. */
  id: z.string(),
  no: z.int().meta({ label: "序号" }),
  type: z.string().meta({ label: "事件", words: carEventTypes }),
  source: carSource,
  eventId: z.string(),
  occurredAt: moment.meta({ label: "发生时间" }),
  recordedAt: moment.meta({ label: "记录时间" }),
  byName: z.string().meta({ label: "操作人" }),
  before: z.record(z.string(), z.json()),
  after: z.record(z.string(), z.json()),
  applied: z.boolean(),
  ignoreReason: z.string().nullable(),
  via: z.enum(["DIRECT", "INFERRED"]),
  note: z.string().nullable(),
});
export type CarEvent = z.output<typeof CarEvent>;

export const listCarEvents = endpoint({
  method: "GET",
  path: "/vehicle/v1/cars/{vin}/events",
  title: "车辆事件流",
  permission: "vehicle:car:view",
  params: vinParams,
  query: listQuery.extend({ source: carSource.optional() }),
  answer: pageOf(CarEvent),
});

export const listCarHolds = endpoint({
  method: "GET",
  path: "/vehicle/v1/cars/{vin}/holds",
  title: "车辆占用记录",
  permission: "vehicle:car:view",
  params: vinParams,
  answer: z.array(
    z.object({
      seq: z.int(),
      kind: holdKind,
      refNo: z.string(),
      startedAt: moment,
      endedAt: moment.nullable(),
      endReason: z.string().nullable(),
    }),
  ),
});

export const listCarStays = endpoint({
  method: "GET",
  path: "/vehicle/v1/cars/{vin}/stays",
  title: "车辆位置记录",
  permission: "vehicle:car:view",
  params: vinParams,
  answer: z.array(
    z.object({ placeKind, placeName: z.string().nullable(), from: moment, until: moment.nullable(), days: z.int() }),
  ),
});
