import { callsOf, day, oneOf, reason, ref, withMeta } from "@ops/platform/contract";
import { AnyStoreRef } from "@ops/store/contract";
import { CarConfigRef } from "@ops/vehicle/contract";
import { z } from "zod";
import { typedCustomer } from "../customer/shape.ts";
import { decision } from "../decision.ts";
import { itemCode, OrderShape, orderFrame } from "../order/shape.ts";
import { payModes } from "../order/states.ts";
import { ChangedItem, ChangeShape, changeFrame, OrderChange } from "./shape.ts";
import { changeKinds } from "./states.ts";

export const CHANGE_APPROVE = "order:change:approve";

const ofOrder = callsOf(OrderShape, { ...orderFrame, answer: OrderChange });
const calls = callsOf(ChangeShape, changeFrame);

export const ChangePreview = z.object({
  items: z.array(ChangedItem).meta({ label: "变更内容" }),
  /** For the selling side alone (section 7). */
  priceDiffFen: withMeta(z.int().nullable(), { label: "差价" }),
  /** The promise that another configuration would give; else it stays. */
  promisedOn: withMeta(day.nullable(), { label: "新的承诺交付日" }),
  /** Who has to agree, in order; nobody where it is done at once. */
  levels: z.array(z.string()).meta({ label: "审批" }),
});
export type ChangePreview = z.output<typeof ChangePreview>;

/** Tells what a change would mean. It only reads; the new buyer is left out, since he changes no price. */
export const previewChange = ofOrder.part("changes/preview", "变更试算", {
  permission: "order:change:apply",
  query: z.object({
    kind: oneOf(changeKinds, "请选择变更类型").meta({ label: "变更类型" }),
    carConfigId: ref(CarConfigRef, "配置").optional(),
    /** Several codes, separated by commas. */
    optionCodes: z
      .string("选装格式不正确")
      .max(600)
      .transform((text) => text.split(",").filter(Boolean))
      .pipe(z.array(itemCode).max(30))
      .optional()
      .meta({ label: "选装" }),
    extColor: itemCode.optional().meta({ label: "外观" }),
    intColor: itemCode.optional().meta({ label: "内饰" }),
    deliveryStoreId: ref(AnyStoreRef, "交付门店").optional(),
    payMode: oneOf(payModes).optional().meta({ label: "付款方式" }),
  }),
  answer: ChangePreview,
});

/** Asks for a change of what was locked; each kind takes its own fields (OR-R7). */
export const applyChange = ofOrder.on(
  "changes",
  "申请变更",
  {
    ...ChangeShape.pick("kind", "party", "reason"),
    ...OrderShape.pick("carConfigId", "optionCodes", "extColor", "intColor", "deliveryStoreId", "payMode"),
    customer: typedCustomer.optional().meta({ label: "新购车人" }),
    ...ChangeShape.pick("relation", "fileIds"),
  },
  { permission: "order:change:apply" },
);

export const getChange = calls.get();

export const decideChange = calls.on("decide", "审批变更", decision, { permission: CHANGE_APPROVE, risk: "HIGH" });

export const withdrawChange = calls.on("withdraw", "撤回变更", { reason });
