import { shape, typedMoment, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { carSources } from "../car/words.ts";
import { intakeStates } from "./states.ts";

/** The types of messages from other systems. */
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

export const IntakeShape = shape("carIntake", "接入事件", {
  source: z.enum(["MES", "CLOUD"]).meta({ label: "来源", words: carSources }),
  eventId: withMeta(z.string(), { label: "事件号" }),
  type: z.string().trim().max(40).meta({ label: "事件", words: intakeTypes }),
  vin: withMeta(z.string(), { label: "VIN" }),
  occurredAt: typedMoment("发生时间"),
  receivedAt: typedMoment("接收时间"),
  state: intakeStates.schema,
  reason: withMeta(z.string().nullable(), { label: "原因" }),
  tries: withMeta(z.int(), { label: "尝试次数" }),
});

export const CarIntake = IntakeShape.answer({
  /** The unknown 物料号 because of which the message failed. `bindSaleCode` can bind it. */
  unknownSaleCode: withMeta(z.string().nullable(), { label: "未知物料号" }),
  /** How many different bodies arrived under the same number. */
  conflictCount: withMeta(z.int(), { label: "冲突报文" }),
}).omit({ version: true });
export type CarIntake = z.output<typeof CarIntake>;
