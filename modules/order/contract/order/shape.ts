import { ActivePersonRef, PersonRef } from "@ops/authority/contract";
import {
  boundedText,
  CityRef,
  createdAt,
  day,
  moment,
  oneOf,
  pointer,
  recordId,
  ref,
  refName,
  shape,
  typedMoment,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { AnyStoreRef, OpenStoreRef } from "@ops/store/contract";
import { CarConfigRef, CarRef, MarketTypeRef, SeriesRef } from "@ops/vehicle/contract";
import { z } from "zod";
import { orderFrames } from "../words.ts";
import { contractStates, invoiceStates } from "./paper-states.ts";
import { loanStates, orderPaths, orderSources, orderStates, payModes } from "./states.ts";

/** The code of a colour or an option in the catalogue. */
export const itemCode = z.string().min(1).max(20);
const color = (label: string) => itemCode.nullable().default(null).meta({ label });
const tag = z.string().trim().min(1).max(10, "标签最多10个字");

export const OrderShape = shape("salesOrder", "订单", {
  orderNo: withMeta(z.string(), { label: "订单号" }),
  source: oneOf(orderSources).meta({ label: "来源" }),
  /** The number of the order in the program of a channel. */
  externalNo: boundedText("外部订单号", 40).nullable().default(null),
  state: orderStates.schema,
  customerId: withMeta(z.string(), { label: "客户" }),
  ownerId: withMeta(z.string(), { label: "车主" }),
  clueId: withMeta(recordId.nullable(), { label: "线索" }),
  storeId: ref(OpenStoreRef, "下单门店"),
  advisorId: ref(ActivePersonRef, "销售顾问").nullable().default(null),
  /** Whoever sells may name any open store as the place of delivery, also one beyond his scope. */
  deliveryStoreId: ref(AnyStoreRef, "交付门店").nullable().default(null),
  butlerId: pointer(PersonRef, "交付管家").nullable(),
  /** Why this butler: the numbers of the choice, or the words of whoever chose (OR-R17). */
  butlerWhy: withMeta(z.string().nullable(), { label: "管家分配依据" }),
  cityCode: ref(CityRef, "上牌城市").nullable().default(null),
  seriesId: ref(SeriesRef, "车系", { message: "请选择车系" }),
  carConfigId: ref(CarConfigRef, "配置", { message: "请选择配置" }).nullable().default(null),
  /** How the car is sold, until 开票: what is left out is the usual way, and stays (VE-R15). */
  marketTypeId: ref(MarketTypeRef, "市场类型").nullable().default(null),
  optionCodes: z.array(itemCode).max(30, "选装最多30项").default([]).meta({ label: "选装" }),
  extColor: color("外观"),
  intColor: color("内饰"),
  /** The words for the choice when it was made. */
  extColorName: withMeta(z.string().nullable(), { label: "外观" }),
  intColorName: withMeta(z.string().nullable(), { label: "内饰" }),
  optionNames: z.array(z.string()).meta({ label: "选装" }),
  payMode: oneOf(payModes, "请选择付款方式").nullable().default(null).meta({ label: "付款方式" }),
  /** The number of the lease, where the buyer leases. */
  leaseNo: boundedText("租赁合同号", 40).nullable().default(null),
  loanState: oneOf(loanStates).meta({ label: "贷款状态" }),
  path: oneOf(orderPaths).meta({ label: "交付方式" }),
  lockedAt: typedMoment("锁单时间").nullable(),
  promiseOriginal: withMeta(day.nullable(), { label: "原承诺交付日" }),
  promiseEffective: withMeta(day.nullable(), { label: "承诺交付日" }),
  eta: withMeta(day.nullable(), { label: "预计交付" }),
  carId: pointer(CarRef, "车辆").nullable(),
  /** When the customer is expected, while an appointment is booked (OR-R11). */
  appointmentAt: typedMoment("预约").nullable(),
  vin: withMeta(z.string().nullable(), { label: "VIN" }),
  heldReason: withMeta(z.string().nullable(), { label: "挂起原因" }),
  stageAt: typedMoment("进入阶段时间"),
  deliveredAt: typedMoment("交付时间").nullable(),
  tags: z.array(tag).max(10, "标签最多10个").default([]).meta({ label: "标签" }),
  remark: boundedText("备注", 500).nullable().default(null),
});

const amount = z.int().nullable();

/** An order as lists show it. Amounts are null for people who are not of its selling side (section 7). */
export const Order = OrderShape.answer({
  ...OrderShape.names("storeId", "advisorId", "deliveryStoreId", "seriesId", "carConfigId", "marketTypeId"),
  butlerName: refName(PersonRef, "butlerId", "交付管家").nullable(),
  customerName: withMeta(z.string(), { label: "客户", masked: true }),
  customerPhone: withMeta(z.string(), { label: "手机号", masked: true }),
  /** The shade of the exterior, as `#f5f5f0`. */
  extColorHex: z.string().nullable(),
  /** What stops its car; nothing once it is handed over. */
  carBlocks: z.array(z.string()),
  dueFen: amount.meta({ label: "应付" }),
  paidFen: amount.meta({ label: "已付" }),
  /** What is still to be paid; the delivering side sees it, too. */
  balanceFen: withMeta(z.int(), { label: "待付" }),
  /** Somebody has compared the buyer's number with the original (OR-R5). */
  isIdentityVerified: withMeta(z.boolean(), { label: "身份已核验" }),
  /** A change waits for somebody, which stops other ones, cancellation, lock and invoice (OR-R7). */
  isChangeOpen: withMeta(z.boolean(), { label: "变更中" }),
  /** The contract and the invoice that count; null without one, and after 红冲. */
  contractState: oneOf(contractStates.states).nullable().meta({ label: "合同" }),
  invoiceState: oneOf(invoiceStates.states).nullable().meta({ label: "发票" }),
  /** People have to find out what became of the invoice, or of its 红冲. */
  isInvoiceUnsure: withMeta(z.boolean(), { label: "开票结果不明" }),
  /** The day from which on its promise is near; null without one, and once the car is there (OR-R15). */
  nearFrom: day.nullable().meta({ label: "临近承诺自" }),
  /** Until when the hand-over may be taken back; null before it (OR-R12). */
  revertUntil: moment.nullable().meta({ label: "可撤销交付至" }),
  createdAt,
  updatedAt,
});
export type Order = z.output<typeof Order>;

/** Something about the order that somebody has to look at. */
export const OrderIssue = z.object({
  code: z.string(),
  text: withMeta(z.string(), { label: "事项" }),
  since: moment.meta({ label: "时间" }),
  /** Whether the module that raised it can do again what failed (OR-R16). */
  isRetryable: withMeta(z.boolean(), { label: "可重试" }),
});

export const OrderDetail = Order.extend({
  ownerName: withMeta(z.string(), { label: "车主", masked: true }),
  /** The days that the series takes from lock to delivery; the longest ones are promised (OR-R6). */
  cycleMinDays: withMeta(z.int(), { label: "最短周期" }),
  cycleMaxDays: withMeta(z.int(), { label: "最长周期" }),
  issues: z.array(OrderIssue).meta({ label: "异常" }),
});
export type OrderDetail = z.output<typeof OrderDetail>;

/** What all calls of orders have in common. */
export const orderFrame = orderFrames("orders", OrderDetail, {
  view: "order:order:view",
  edit: "order:order:edit",
  create: "order:order:create",
});
