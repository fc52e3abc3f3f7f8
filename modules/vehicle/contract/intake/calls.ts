import {
  dayRange,
  endpoint,
  idParams,
  listQuery,
  moment,
  pageOf,
  recordId,
  typedMoment,
  wholeText,
} from "@ops/platform/contract";
import { z } from "zod";
import { blockKind, carSources } from "../car/words.ts";
import { saleCode } from "../car-config/shape.ts";
import { itemCode } from "../codes.ts";
import { intakeStates } from "./states.ts";

/** What other systems tell, each with its name and what it carries. */
export const intakeTypes = {
  vinAssigned: "赋码",
  produced: "下线",
  released: "放行",
  blocked: "管控",
  unblocked: "解除管控",
  partsChanged: "换件",
  siteMoved: "移库",
  activated: "激活",
  mileage: "里程",
} as const;
export type IntakeType = keyof typeof intakeTypes;

const code = z.string().trim().min(1).max(40);
const spec = {
  configCode: code.optional(),
  saleCode: code.optional(),
  optionCodes: z.array(code).max(30).optional(),
  extColor: code.optional(),
  intColor: code.optional(),
};
const parts = {
  motorNos: z.array(z.string().trim().min(1).max(30)).max(4).optional(),
  engineNo: z.string().trim().min(1).max(30).optional(),
  batteryNo: z.string().trim().min(1).max(30).optional(),
};

export const intakePayloads = {
  vinAssigned: z.strictObject({ ...spec, buildOrderNo: code.optional() }),
  produced: z.strictObject({
    ...spec,
    ...parts,
    buildOrderNo: code.optional(),
    plantCode: code.optional(),
    producedOn: z.iso.date().optional(),
  }),
  released: z.strictObject({ ...parts }),
  blocked: z.strictObject({ kind: blockKind.default("QUALITY"), reason: z.string().trim().min(1).max(200) }),
  unblocked: z.strictObject({ kind: blockKind.default("QUALITY"), reason: z.string().trim().max(200).default("") }),
  partsChanged: z.strictObject({ ...parts }),
  siteMoved: z.strictObject({ placeKind: z.enum(["PLANT", "WAREHOUSE", "PORT"]), siteCode: code }),
  activated: z.strictObject({}),
  mileage: z.strictObject({ mileageKm: z.int().min(0).max(2_000_000) }),
} as const satisfies Record<IntakeType, z.ZodObject>;

/** What became of one event: the words that other systems read. */
export const intakeEnd = z.enum(["applied", "ignored", "waiting", "failed"]);

const PAYLOAD_CHARACTERS = 8_000;

/** Signed calls of the factory and the car cloud (docs/api-clients.md). */
export const pushCarEvents = endpoint({
  method: "POST",
  path: "/vehicle/v1/open/events",
  audit: "接入车辆事件",
  permission: "vehicle:intake:push",
  requires: [],
  body: z.object({
    events: z
      .array(
        z.strictObject({
          eventId: z.string("事件号格式不正确").trim().min(1).max(64),
          type: z.string("事件类型格式不正确").trim().min(1).max(40),
          vin: z.string("VIN格式不正确").trim().min(1).max(40),
          occurredAt: typedMoment("事件时间"),
          payload: z
            .record(z.string().max(40), z.json())
            .refine((payload) => JSON.stringify(payload).length <= PAYLOAD_CHARACTERS, "事件内容过长"),
        }),
      )
      .min(1, "没有事件")
      .max(500, "一次最多500个事件"),
  }),
  answer: z.array(z.object({ eventId: z.string(), end: intakeEnd, reason: z.string().nullable() })),
});

export const CarIntake = z.object({
  id: z.string(),
  source: z.enum(["MES", "CLOUD"]).meta({ label: "来源", words: carSources }),
  eventId: z.string().meta({ label: "事件号" }),
  type: z.string().meta({ label: "事件", words: intakeTypes }),
  vin: z.string().meta({ label: "VIN" }),
  occurredAt: moment.meta({ label: "发生时间" }),
  receivedAt: moment.meta({ label: "接收时间" }),
  state: intakeStates.schema,
  reason: z.string().nullable().meta({ label: "原因" }),
  tries: z.int().meta({ label: "尝试次数" }),
  /** The 物料号 that nobody knows, of one that failed for it: it can be bound (`bindSaleCode`). */
  unknownSaleCode: z.string().nullable().meta({ label: "未知物料号" }),
  /** How many other bodies came under the same number. */
  conflictCount: z.int().meta({ label: "冲突报文" }),
});
export type CarIntake = z.output<typeof CarIntake>;

export const listCarIntakes = endpoint({
  method: "GET",
  path: "/vehicle/v1/intakes",
  title: "事件接入列表",
  permission: "vehicle:intake:view",
  page: "/RightCenter/CarConfigMaintain",
  query: listQuery.extend({
    state: intakeStates.schema.optional(),
    type: z.string().trim().max(40).optional().meta({ label: "事件" }),
    /** Also of messages whose VIN is none, so that it has no form. */
    vin: wholeText("VIN").optional(),
    receivedAt: dayRange.optional().meta({ label: "接收时间" }),
  }),
  answer: pageOf(CarIntake).extend({ counts: z.partialRecord(intakeStates.schema, z.int()) }),
});

export const getCarIntake = endpoint({
  method: "GET",
  path: "/vehicle/v1/intakes/{id}",
  title: "事件报文",
  permission: "vehicle:intake:view",
  params: idParams,
  answer: CarIntake.extend({ payload: z.json(), conflicts: z.array(z.json()) }),
});

const replayed = z.object({ id: z.string(), end: intakeEnd, reason: z.string().nullable() });

export const replayCarIntake = endpoint({
  method: "POST",
  path: "/vehicle/v1/intakes/{id}/replay",
  audit: "重放车辆事件",
  permission: "vehicle:intake:replay",
  params: idParams,
  answer: replayed,
});

export const replayCarIntakes = endpoint({
  method: "POST",
  path: "/vehicle/v1/intakes/replay",
  audit: "批量重放车辆事件",
  permission: "vehicle:intake:replay",
  body: z.object({ ids: z.array(recordId).min(1, "请先选择").max(200, "一次最多200个") }),
  answer: z.array(replayed),
});

/**
 * 绑定物料号: gives a code that failed messages name to a configuration, and replays all that failed for it: the first
 * hundreds at once, the rest in the background.
 */
export const bindSaleCode = endpoint({
  method: "POST",
  path: "/vehicle/v1/intakes/bindSaleCode",
  audit: "绑定物料号",
  permission: "vehicle:intake:replay",
  body: z.object({
    saleCode,
    carConfigId: recordId.meta({ label: "配置" }),
    extColor: itemCode.nullable().default(null).meta({ label: "外观" }),
    intColor: itemCode.nullable().default(null).meta({ label: "内饰" }),
    optionCodes: z.array(itemCode).max(30).nullable().default(null).meta({ label: "选装" }),
  }),
  answer: z.object({
    replayed: z.array(replayed),
    /** Still to be replayed in the background. */
    remaining: z.int(),
  }),
});

/** What came in during an hour or a day, and how late. */
export const IntakePoint = z.object({
  at: moment,
  received: z.int().meta({ label: "接收" }),
  applied: z.int().meta({ label: "已应用" }),
  ignored: z.int().meta({ label: "已忽略" }),
  waiting: z.int().meta({ label: "等待建档" }),
  failed: z.int().meta({ label: "失败" }),
  pending: z.int().meta({ label: "待处理" }),
  /** Of ninety-five in a hundred no more than this between the event and its receipt, in seconds; null when nothing came. */
  lagP95Seconds: z.number().nullable().meta({ label: "延迟P95" }),
});
export type IntakePoint = z.output<typeof IntakePoint>;

/** The last 48 hours or 30 days, the oldest first; every one of them, also those in which nothing came. */
export const listIntakeLag = endpoint({
  method: "GET",
  path: "/vehicle/v1/intakes/lag",
  title: "事件接入延迟",
  permission: "vehicle:intake:view",
  query: z.object({ span: z.enum(["HOUR", "DAY"]).default("HOUR") }),
  answer: z.array(IntakePoint),
});
