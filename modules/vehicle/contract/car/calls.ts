import {
  callsOf,
  endpoint,
  flag,
  listQuery,
  moment,
  oneOf,
  pageOf,
  ref,
  wholeText,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { SeriesRef } from "../refs.ts";
import { Car, CarDetail, CarShape } from "./shape.ts";
import { holdStates, placeKind, whereabouts } from "./states.ts";
import { carEventTypes, carSource, holdKind } from "./words.ts";

export const CAR_PAGE = "/RightCenter/CarConfigMaintain";

/** What all calls of cars have in common. */
export const carFrame = {
  path: "/vehicle/v1/cars",
  answer: CarDetail,
  view: "vehicle:car:list",
  edit: "vehicle:car:edit",
  create: "vehicle:car:create",
} as const;

/** Classes of the age of stock. The last one has no upper limit. */
export const stockAges = { "0-30": "0–30天", "31-45": "31–45天", "46-90": "46–90天", "91-": "90天以上" } as const;

const VINS = 200;
/** VINs or their last eight characters, as people paste them from a file or a mail. */
const pastedVins = z
  .string()
  .max(VINS * 20)
  .transform((text) => text.split(/[\s,，;；、]+/).filter(Boolean))
  .pipe(z.array(z.string().max(40)).max(VINS, `一次最多查询${VINS}个VIN`));

const query = CarShape.query({
  is: [
    "carConfigId",
    "extColor",
    "intColor",
    "whereabouts",
    "buildState",
    "stockKind",
    "marketTypeId",
    "placeKind",
    "cityCode",
  ],
  within: ["producedOn"],
  sort: ["vin", "producedOn", "inStockAt", "mileageKm", "updatedAt"],
  more: {
    vins: pastedVins.optional().meta({ label: "VIN", hint: "可粘贴多个，或后8位" }),
    seriesId: ref(SeriesRef, "车系", { message: "编号格式不正确" }).optional(),
    saleCode: wholeText("物料号").optional(),
    holdState: holdStates.schema.optional().meta({ label: "占用" }),
    isBlocked: flag.optional().meta({ label: "管控" }),
    isDamaged: flag.optional().meta({ label: "质损" }),
    isUnbound: flag.optional().meta({ label: "按单生产未配单" }),
    stockAge: oneOf(stockAges).optional().meta({ label: "库龄" }),
    plantCode: wholeText("工厂", { hint: "完整工厂编码" }).optional(),
    plateNo: wholeText("车牌", { most: 12 }).optional(),
  },
});
export const listCars = endpoint({
  ...callsOf(CarShape, { ...carFrame, answer: Car }).list(query, "车辆档案列表"),
  page: CAR_PAGE,
});

/**
 * Counts the cars of the list by 去向, with the same filters except 去向 itself. It is a call of its own, because paging
 * and sorting do not change the numbers. For lists of more than 50,000 cars, each number is exact only up to 10,000 and
 * does not grow further.
 */
export const countCars = endpoint({
  method: "GET",
  path: `${carFrame.path}/counts`,
  title: "车辆去向数量",
  permission: carFrame.view,
  query: query.omit({ pageNo: true, pageSize: true, sortBy: true, sortOrder: true, whereabouts: true }),
  answer: z.array(z.object({ whereabouts, count: z.int(), countKind: z.enum(["exact", "atLeast"]) })),
});

/** Reads a car by its whole VIN, or by its id. */
const ofOne = {
  method: "GET",
  permission: "vehicle:car:view",
  params: z.object({ vin: z.string().trim().min(1).max(40) }),
} as const;

export const getCar = endpoint({
  ...ofOne,
  path: `${carFrame.path}/{vin}`,
  title: "车辆档案详情",
  record: "car",
  page: CAR_PAGE,
  answer: CarDetail,
});

/** Finds a single car beyond the reader's scope. It takes only a whole VIN, and each use is counted and logged. */
export const lookUpCar = endpoint({
  method: "POST",
  path: `${carFrame.path}/lookup`,
  audit: "按VIN查车",
  permission: "vehicle:car:lookup",
  requires: [],
  body: z.object({ vin: z.string("请输入完整VIN").trim().min(1, "请输入完整VIN").max(40).meta({ label: "VIN" }) }),
  answer: CarDetail,
});

export const CarEvent = z.object({
  /** The number of the event in the log of its car. */
  id: z.string(),
  no: withMeta(z.int(), { label: "序号" }),
  type: withMeta(z.string(), { label: "事件", words: carEventTypes }),
  source: carSource,
  eventId: z.string(),
  occurredAt: moment.meta({ label: "发生时间" }),
  recordedAt: moment.meta({ label: "记录时间" }),
  byName: withMeta(z.string(), { label: "操作人" }),
  before: z.record(z.string(), z.json()),
  after: z.record(z.string(), z.json()),
  applied: z.boolean(),
  ignoreReason: z.string().nullable(),
  via: z.enum(["DIRECT", "INFERRED"]),
  note: z.string().nullable(),
});
export type CarEvent = z.output<typeof CarEvent>;

export const listCarEvents = endpoint({
  ...ofOne,
  path: `${carFrame.path}/{vin}/events`,
  title: "车辆事件流",
  query: listQuery.extend({ source: carSource.optional() }),
  answer: pageOf(CarEvent),
});

export const listCarHolds = endpoint({
  ...ofOne,
  path: `${carFrame.path}/{vin}/holds`,
  title: "车辆占用记录",
  answer: z.array(
    z.object({
      seq: withMeta(z.int(), { label: "序号" }),
      kind: holdKind,
      refNo: withMeta(z.string(), { label: "单号" }),
      startedAt: moment.meta({ label: "开始" }),
      endedAt: withMeta(moment.nullable(), { label: "结束" }),
      endReason: withMeta(z.string().nullable(), { label: "结束原因" }),
    }),
  ),
});

export const listCarStays = endpoint({
  ...ofOne,
  path: `${carFrame.path}/{vin}/stays`,
  title: "车辆位置记录",
  answer: z.array(
    z.object({
      placeKind,
      placeName: withMeta(z.string().nullable(), { label: "位置" }),
      from: moment.meta({ label: "到达" }),
      until: withMeta(moment.nullable(), { label: "离开" }),
      days: withMeta(z.int(), { label: "天数" }),
    }),
  ),
});
