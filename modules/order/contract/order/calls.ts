import { ActivePersonRef, OrganizationRef, PersonRef } from "@ops/authority/contract";
import {
  boundedText,
  callsOf,
  dayRange,
  fenSum,
  flag,
  oneOf,
  reason,
  ref,
  wholeNumber,
  wholePhone,
  wholeText,
  withMeta,
} from "@ops/platform/contract";
import { OpenStoreRef } from "@ops/store/contract";
import { z } from "zod";
import { typedCustomer } from "../customer/shape.ts";
import { typedLineList } from "./price-lines.ts";
import { Order, OrderShape, orderFrame } from "./shape.ts";
import { orderStates, placedSources } from "./states.ts";
import { lateParties, orderViews, stageAges } from "./views.ts";

const LIST = "order:order:list";
const calls = callsOf(OrderShape, orderFrame);
const lists = callsOf(OrderShape, { ...orderFrame, answer: Order, view: LIST });

const asked = OrderShape.query({
  is: ["source", "seriesId", "carConfigId", "storeId", "deliveryStoreId", "advisorId", "cityCode", "payMode", "path"],
  within: ["createdAt", "lockedAt", "promiseEffective", "eta", "deliveredAt"],
  more: {
    orderNo: wholeNumber("订单号").optional(),
    phone: wholePhone.optional(),
    customerName: wholeText("姓名").optional(),
    idNo: wholeText("证件号").optional(),
    vin: wholeText("VIN").optional(),
    butlerId: ref(PersonRef, "交付管家").optional(),
    orgId: ref(OrganizationRef, "所属组织").optional(),
    view: oneOf(orderViews).optional().meta({ label: "视图" }),
    isHeld: withMeta(flag.optional(), { label: "挂起" }),
    depositedAt: withMeta(dayRange.optional(), { label: "大定时间" }),
    /** Handed over until the promised day, or later. */
    isOnTime: withMeta(flag.optional(), { label: "准时交付" }),
    stageAge: oneOf(stageAges).optional().meta({ label: "停留天数" }),
    lateParty: oneOf(lateParties).optional().meta({ label: "当前责任方" }),
    tag: withMeta(boundedText("标签", 10).optional(), { label: "标签" }),
  },
});

export const listOrders = lists.list(
  asked.extend({
    state: orderStates.schema.optional(),
    ...OrderShape.query({ sort: ["createdAt", "lockedAt", "promiseEffective", "eta", "updatedAt"] }).pick({
      sortBy: true,
      sortOrder: true,
    }).shape,
  }),
);

/** How many orders the caller sees in each state, whatever the filters (PF-R126). */
export const countOrders = lists.beside("stages", "订单阶段数量", {
  answer: z.array(z.object({ state: orderStates.schema, count: fenSum })),
});

export const getOrder = calls.get();

/** What may be told of an order when it is placed and until it is locked. */
const chosen = {
  ...OrderShape.pick("seriesId", "carConfigId", "optionCodes", "extColor", "intColor"),
  ...OrderShape.pick("marketTypeId", "deliveryStoreId", "cityCode", "payMode", "tags", "remark"),
};

/** Somebody of a store who may sell. */
export const Adviser = z.object({
  id: z.string(),
  name: withMeta(z.string(), { label: "姓名" }),
  positionName: withMeta(z.string(), { label: "职位" }),
});

/** The people of a store, one of whom sells: whom a new order may name as its adviser. */
export const listAdvisers = calls.beside("advisers", "可选销售顾问", {
  permission: "order:order:create",
  query: z.object({ storeId: ref(OpenStoreRef, "下单门店") }),
  answer: z.array(Adviser),
});

/** Orders that people place are of the store; channels name their source and their number. */
export const createOrder = calls.create(
  {
    customer: typedCustomer.meta({ label: "客户" }),
    /** Whom the car will belong to, where that is somebody else. */
    owner: typedCustomer.optional().meta({ label: "车主" }),
    source: oneOf(placedSources).optional().meta({ label: "来源" }),
    ...OrderShape.pick("externalNo", "storeId"),
    /** Somebody of the store; whoever of them places the order and names nobody sells it himself. */
    advisorId: ref(ActivePersonRef, "销售顾问", { checkedBy: "service" }).nullable().default(null),
    ...chosen,
    lines: typedLineList.default([]).meta({ label: "价格" }),
    /** Why the customer wants a second car of the same kind (OR-R1). */
    duplicateReason: boundedText("再次下单原因", 200).optional(),
  },
  "新建订单",
);

/**
 * After the lock only city, tags, remark and, until 开票, the market type may differ from what is stored (OR-R5). Lines that are
 * left out stay, since the delivering side does not know them.
 */
export const editOrder = calls.edit({ ...chosen, lines: typedLineList.optional().meta({ label: "价格" }) });

export const holdOrder = calls.on("hold", "挂起订单", { reason }, { permission: "order:order:hold" });
export const releaseOrder = calls.on("release", "解除挂起", { reason }, { permission: "order:order:hold" });

const retried = calls.on("issues/{code}/retry", "重试异常事项", {}, { permission: "order:issue:retry" });

/** Does again what failed in a module above (OR-R16). */
export const retryIssue = { ...retried, params: retried.params.extend({ code: z.string().min(1).max(40) }) };
