import { ActivePersonRef } from "@ops/authority/contract";
import { batchCalls, callsOf, oneOf, reason, recordId, ref, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { CustomerShape } from "../customer/shape.ts";
import { Adviser } from "../order/calls.ts";
import { OrderShape, orderFrame } from "../order/shape.ts";

const calls = callsOf(OrderShape, orderFrame);

/** What the customer has to know before the lock (OR-R5). */
export const lockTicks = {
  CHOICE: "锁单后配置不可修改",
  DEPOSIT: "定金规则",
  PROMISE: "承诺交付日",
} as const;

/** Somebody has compared the number with the original; it is typed from it and photographed. */
export const verifyIdentity = calls.on(
  "verify-identity",
  "核验购车人身份",
  {
    ...CustomerShape.required("idNo"),
    fileIds: z.array(recordId).min(1, "请上传1–2张证件照片").max(2, "请上传1–2张证件照片").meta({ label: "证件照片" }),
  },
  { permission: "order:order:verify" },
);

/** Sends a code to the customer's phone, with which he confirms the lock of the order as it is now. */
export const sendLockCode = calls.on("lock-code", "发送锁单验证码", {}, { permission: "order:order:lock" });

export const lockOrder = calls.on(
  "lock",
  "锁单",
  {
    ticks: z.array(oneOf(lockTicks)).max(3).meta({ label: "确认项" }),
    code: z
      .string("请输入验证码")
      .regex(/^\d{6}$/, "请输入6位验证码")
      .meta({ label: "验证码", examples: ["123456"] }),
  },
  { permission: "order:order:lock", risk: "HIGH" },
);

export const unlockOrder = calls.on(
  "unlock",
  "解锁订单",
  { reason },
  { permission: "order:order:unlock", risk: "HIGH" },
);

const load = {
  open: withMeta(z.int(), { label: "在手交付" }),
  weight: withMeta(z.int(), { label: "权重" }),
  lastAt: withMeta(z.string().nullable(), { label: "上次分配" }),
};

/** Who is on duty for deliveries at the delivering store, with the numbers by which a butler is chosen (OR-R17). */
export const listButlers = calls.part("butlers", "可选交付管家", {
  permission: "order:order:assign",
  answer: z.array(z.object({ userId: z.string(), name: withMeta(z.string(), { label: "姓名" }), ...load })),
});

/** The people of the store that sells, one of whom may become the adviser. */
export const listOrderAdvisers = calls.part("advisers", "可改派的销售顾问", {
  permission: "order:order:assign",
  answer: z.array(Adviser),
});

/** Gives the order to another butler or adviser, or both; what is left out stays. */
export const assignOrder = calls.on(
  "assign",
  "分配订单",
  {
    butlerId: ref(ActivePersonRef, "交付管家").nullable().default(null),
    /** Somebody of the store that sells, as with a new order. */
    advisorId: ref(ActivePersonRef, "销售顾问", { checkedBy: "service" }).nullable().default(null),
    reason,
  },
  { permission: "order:order:assign" },
);

/** 批量分配管家: gives many orders to one butler (OR-R17). */
export const batchAssign = batchCalls({
  key: "order.assign",
  name: "批量分配管家",
  path: `${orderFrame.path}/assign`,
  permission: "order:order:assign",
  page: orderFrame.page,
  unit: "单",
  mostRows: 500,
  values: { butlerId: ref(ActivePersonRef, "交付管家") },
});
