import {
  ApprovalChain,
  createdAt,
  oneOf,
  pointer,
  reason,
  recordId,
  StoredFile,
  shape,
  typedMoment,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { AnyStoreRef } from "@ops/store/contract";
import { z } from "zod";
import { orderFrames, parties } from "../words.ts";
import { buyerRelations, changeKinds, changeStates } from "./states.ts";

export const ChangeShape = shape("orderChange", "变更单", {
  changeNo: withMeta(z.string(), { label: "变更单号" }),
  orderId: withMeta(z.string(), { label: "订单" }),
  kind: oneOf(changeKinds, "请选择变更类型").meta({ label: "变更类型" }),
  party: oneOf(parties, "请选择责任方").meta({ label: "责任方" }),
  reason,
  /** What the new buyer is to the old one. */
  relation: oneOf(buyerRelations).nullable().default(null).meta({ label: "与原购车人关系" }),
  /** The store that is asked for, whose people decide. */
  toStoreId: pointer(AnyStoreRef, "新交付门店").nullable().default(null),
  state: changeStates.schema,
  fileIds: z.array(recordId).max(9, "附件最多9个").default([]).meta({ label: "证明材料" }),
  effectiveAt: typedMoment("生效时间").nullable(),
});

/** One thing that differs. */
export const ChangedItem = z.object({
  label: withMeta(z.string(), { label: "项目" }),
  before: withMeta(z.string(), { label: "变更前" }),
  after: withMeta(z.string(), { label: "变更后" }),
});
export type ChangedItem = z.output<typeof ChangedItem>;

/** A change with what differs by it. The difference of the price is for the selling side (section 7). */
export const OrderChange = ChangeShape.answer({
  orderNo: withMeta(z.string(), { label: "订单号" }),
  items: z.array(ChangedItem).meta({ label: "变更内容" }),
  priceDiffFen: withMeta(z.int().nullable(), { label: "差价" }),
  files: z.array(StoredFile).meta({ label: "证明材料" }),
  /** Who has to agree and who has; null where it was done at once. */
  chain: ApprovalChain.nullable().meta({ label: "审批过程" }),
  createdByName: withMeta(z.string(), { label: "申请人" }),
  createdAt,
  updatedAt,
});
export type OrderChange = z.output<typeof OrderChange>;

/** What all calls of changes have in common. */
export const changeFrame = orderFrames("changes", OrderChange, {
  view: "order:order:view",
  edit: "order:change:apply",
});
