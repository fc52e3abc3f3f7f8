import { boundedText, callsOf, moment, reason, StoredFile, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { CheckShape } from "../check/shape.ts";
import { OrderDetail, OrderShape, orderFrame } from "../order/shape.ts";
import { Appointment } from "../slot/shape.ts";

const calls = callsOf(OrderShape, orderFrame);

export const Check = z.object({
  code: withMeta(z.string(), { label: "核对项" }),
  label: withMeta(z.string(), { label: "名称" }),
  isDone: withMeta(z.boolean(), { label: "完成" }),
  /** Whether people tick it; the others turn green by themselves. */
  isByHand: z.boolean(),
  needsFile: z.boolean(),
  /** Whether it is done at the store only, with car and customer there. */
  isAtStore: z.boolean(),
  doneAt: moment.nullable().meta({ label: "完成时间" }),
  doneByName: withMeta(z.string().nullable(), { label: "完成人" }),
  note: withMeta(z.string().nullable(), { label: "说明" }),
  files: z.array(StoredFile).meta({ label: "凭证" }),
});
export type Check = z.output<typeof Check>;

/** What has to be done before the hand-over and what is done, with the appointments of the order, the newest first. */
export const getOrderChecks = calls.part("checks", "交付核对", {
  answer: z.object({
    checks: z.array(Check).meta({ label: "核对项" }),
    appointments: z.array(Appointment).meta({ label: "交付预约" }),
  }),
});

const ticked = calls.on(
  "checks/{code}",
  "交付核对",
  {
    isDone: withMeta(z.boolean("请选择是否完成"), { label: "完成" }),
    ...CheckShape.pick("note", "fileIds"),
    /** The plate, where there is one already. */
    plateNo: boundedText("车牌号", 10).nullable().default(null),
  },
  { permission: "order:delivery:check" },
);

/** Notes that something is done, or that it has to be done again. */
export const tickCheck = {
  ...ticked,
  params: ticked.params.extend({ code: z.string().min(1).max(40) }),
};

export const readyOrder = calls.on("ready", "待交付", {}, { permission: "order:delivery:ready" });

/** Hands the car over to its owner (OR-R12). */
export const deliverOrder = {
  ...calls.on(
    "deliver",
    "交付",
    {
      mileageKm: withMeta(z.int("请填写交付里程").min(0, "请填写交付里程").max(2_000_000, "请填写交付里程"), {
        label: "交付里程（公里）",
      }),
    },
    { permission: "order:delivery:deliver", risk: "HIGH" },
  ),
  answer: OrderDetail.extend({
    /** What whoever hands the car over should look at; it stops nothing. */
    warnings: z.array(z.string()).meta({ label: "提醒" }),
  }),
};

export const revertDelivery = calls.on(
  "revert",
  "撤销交付",
  { reason },
  { permission: "order:delivery:revert", risk: "HIGH" },
);
