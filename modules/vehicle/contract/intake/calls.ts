import {
  callsOf,
  commonErrors,
  endpoint,
  idParams,
  moment,
  pageOf,
  recordId,
  ref,
  typedMoment,
  wholeText,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { CarShape } from "../car/shape.ts";
import { blockKind } from "../car/words.ts";
import { saleCode } from "../car-config/shape.ts";
import { itemCode } from "../codes.ts";
import { CarConfigRef } from "../refs.ts";
import { CarIntake, IntakeShape, type IntakeType } from "./shape.ts";
import { intakeStates } from "./states.ts";

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
  mileage: z.strictObject(CarShape.required("mileageKm")),
} as const satisfies Record<IntakeType, z.ZodObject>;

/** The result for one event, as other systems read it. */
export const intakeEnd = z.enum(["applied", "ignored", "waiting", "failed"]);

const PAYLOAD_CHARACTERS = 8_000;

/** Receives signed calls of the factory and the car cloud (docs/api-clients.md). */
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
          eventId: z.string("事件号格式不正确").trim().min(1).max(64).meta({ label: "事件号" }),
          type: z.string("事件类型格式不正确").trim().min(1).max(40).meta({ label: "事件类型" }),
          vin: z.string("VIN格式不正确").trim().min(1).max(40).meta({ label: "VIN" }),
          occurredAt: typedMoment("事件时间"),
          payload: z
            .record(z.string().max(40), z.json())
            .refine((payload) => JSON.stringify(payload).length <= PAYLOAD_CHARACTERS, "事件内容过长")
            .meta({ label: "事件内容" }),
        }),
      )
      .min(1, "没有事件")
      .max(500, "一次最多500个事件")
      .meta({ label: "事件" }),
  }),
  answer: z.array(z.object({ eventId: z.string(), end: intakeEnd, reason: z.string().nullable() })),
});

const frame = {
  path: "/vehicle/v1/intakes",
  page: "/RightCenter/CarConfigMaintain",
  answer: CarIntake,
  view: "vehicle:intake:view",
  edit: "vehicle:intake:replay",
} as const;
const query = IntakeShape.query({
  is: ["state", "type"],
  within: ["receivedAt"],
  /** The filter accepts any text, because messages may contain an invalid VIN. */
  more: { vin: wholeText("VIN").optional() },
});

export const listCarIntakes = endpoint({
  ...callsOf(IntakeShape, frame).list(query, "事件接入列表"),
  answer: pageOf(CarIntake).extend({ counts: z.partialRecord(intakeStates.schema, z.int()) }),
});

export const getCarIntake = endpoint({
  method: "GET",
  path: `${frame.path}/{id}`,
  title: "事件报文",
  permission: frame.view,
  params: idParams,
  answer: CarIntake.extend({ payload: z.json(), conflicts: z.array(z.json()) }),
});

const replayed = z.object({ id: z.string(), end: intakeEnd, reason: z.string().nullable() });

export const replayCarIntake = endpoint({
  method: "POST",
  path: `${frame.path}/{id}/replay`,
  audit: "重放车辆事件",
  permission: frame.edit,
  params: idParams,
  answer: replayed,
});

export const replayCarIntakes = endpoint({
  method: "POST",
  path: `${frame.path}/replay`,
  audit: "批量重放车辆事件",
  permission: frame.edit,
  body: z.object({ ids: z.array(recordId).min(1, "请先选择").max(200, "一次最多200个").meta({ label: "事件" }) }),
  answer: z.array(replayed),
});

/**
 * 绑定物料号: gives the code of failed messages to a configuration and replays all messages that failed because of it. The
 * first hundreds are replayed at once, the rest in the background.
 */
export const bindSaleCode = endpoint({
  method: "POST",
  path: `${frame.path}/bind-sale-code`,
  audit: "绑定物料号",
  permission: frame.edit,
  body: z.object({
    saleCode,
    carConfigId: ref(CarConfigRef, "配置", { message: "编号格式不正确", refused: commonErrors.notFound }),
    extColor: itemCode.nullable().default(null).meta({ label: "外观" }),
    intColor: itemCode.nullable().default(null).meta({ label: "内饰" }),
    optionCodes: z.array(itemCode).max(30).nullable().default(null).meta({ label: "选装" }),
  }),
  answer: z.object({
    replayed: z.array(replayed),
    /** How many messages will be replayed in the background. */
    remaining: z.int(),
  }),
});

/** The messages of an hour or a day, and their delay. */
export const IntakePoint = z.object({
  at: moment,
  received: withMeta(z.int(), { label: "接收" }),
  applied: withMeta(z.int(), { label: "已应用" }),
  ignored: withMeta(z.int(), { label: "已忽略" }),
  waiting: withMeta(z.int(), { label: "等待建档" }),
  failed: withMeta(z.int(), { label: "失败" }),
  pending: withMeta(z.int(), { label: "待处理" }),
  /** 95 percent of the messages arrived within this many seconds after their event; null if there were none. */
  lagP95Seconds: withMeta(z.number().nullable(), { label: "延迟P95" }),
});
export type IntakePoint = z.output<typeof IntakePoint>;

/** Answers the last 48 hours or 30 days, oldest first, including those without messages. */
export const listIntakeLag = endpoint({
  method: "GET",
  path: `${frame.path}/lag`,
  title: "事件接入延迟",
  permission: frame.view,
  query: z.object({ span: z.enum(["HOUR", "DAY"]).default("HOUR").meta({ label: "时间跨度" }) }),
  answer: z.array(IntakePoint),
});
