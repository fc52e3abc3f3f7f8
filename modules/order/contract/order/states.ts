import { stateMachine } from "@ops/platform/contract";

const BEFORE_CAR = ["LOCKED", "SCHEDULED"] as const;
const WITH_CAR = ["PRODUCED", "IN_TRANSIT", "ARRIVED", "READY"] as const;

const LIVE = ["UNPAID", "SMALL", "BIG", ...BEFORE_CAR, ...WITH_CAR, "CANCEL_REVIEW"] as const;

/** An order from its first payment to the hand-over (section 3). Moves that end at the car's place name its usual one. */
export const orderStates = stateMachine({
  code: "ORDER",
  entity: "订单",
  initial: "UNPAID",
  states: {
    UNPAID: "待支付",
    SMALL: "已小定",
    BIG: "已大定",
    LOCKED: "已锁单",
    SCHEDULED: "已排产",
    PRODUCED: "已下线",
    IN_TRANSIT: "运输中",
    ARRIVED: "已到店",
    READY: "待交付",
    DELIVERED: "已交付",
    CANCEL_REVIEW: "退订审核中",
    CANCELLED: "已退订",
    CLOSED: "已关闭",
  },
  moves: {
    paySmall: { label: "支付小定", from: ["UNPAID"], to: "SMALL" },
    payBig: { label: "支付大定", from: ["UNPAID", "SMALL"], to: "BIG" },
    closeUnpaid: { label: "关闭", from: ["UNPAID"], to: "CLOSED" },
    reopenSmall: { label: "重新打开", from: ["CLOSED"], to: "SMALL" },
    reopenBig: { label: "重新打开", from: ["CLOSED"], to: "BIG" },
    expireSmall: { label: "小定到期", from: ["SMALL"], to: "CANCELLED" },
    /** Choice and lines may change until the lock. */
    choose: { label: "修改配置与价格", from: ["UNPAID", "SMALL", "BIG"], to: "UNPAID" },
    /** Only the lines beside the car change after the lock (OR-R2). */
    correctPrice: { label: "更正价格", from: [...BEFORE_CAR, ...WITH_CAR], to: "LOCKED" },
    sendContract: { label: "发送合同", from: [...BEFORE_CAR, ...WITH_CAR], to: "LOCKED" },
    invoice: { label: "开票", from: [...WITH_CAR], to: "PRODUCED" },
    /** An order can only be cancelled without an invoice, so it is taken back meanwhile, too. */
    redInvoice: { label: "红冲发票", from: [...WITH_CAR, "CANCEL_REVIEW"], to: "PRODUCED" },
    /** Changes of what is locked (OR-R7). */
    changeConfig: { label: "改配", from: ["LOCKED"], to: "LOCKED" },
    changeBuyer: { label: "变更购车人", from: ["SMALL", "BIG", ...BEFORE_CAR, ...WITH_CAR], to: "LOCKED" },
    changeStore: { label: "变更交付门店", from: [...BEFORE_CAR, "PRODUCED"], to: "LOCKED" },
    changePayMode: { label: "变更付款方式", from: ["SMALL", "BIG", ...BEFORE_CAR, ...WITH_CAR], to: "LOCKED" },
    lock: { label: "锁单", from: ["BIG"], to: "LOCKED" },
    unlock: { label: "解锁", from: ["LOCKED"], to: "BIG" },
    schedule: { label: "排产", from: ["LOCKED"], to: "SCHEDULED" },
    bindCar: { label: "绑定车辆", from: [...BEFORE_CAR], to: "PRODUCED" },
    swapCar: { label: "换车", from: [...WITH_CAR], to: "PRODUCED" },
    ship: { label: "发运", from: ["PRODUCED"], to: "IN_TRANSIT" },
    arrive: { label: "到店", from: ["PRODUCED", "IN_TRANSIT"], to: "ARRIVED" },
    moveCar: { label: "移车", from: ["ARRIVED", "READY"], to: "PRODUCED" },
    /** The day of the hand-over may be agreed on as soon as the delivering store is settled. */
    book: { label: "预约交付", from: [...BEFORE_CAR, ...WITH_CAR], to: "ARRIVED" },
    /** Papers may be done before the car is there, its inspection and the meeting with the customer only afterwards. */
    checkPapers: { label: "交付核对", from: [...WITH_CAR], to: "ARRIVED" },
    checkAtStore: { label: "交付核对", from: ["ARRIVED", "READY"], to: "ARRIVED" },
    ready: { label: "待交付", from: ["ARRIVED"], to: "READY" },
    deliver: { label: "交付", from: ["READY"], to: "DELIVERED" },
    revert: { label: "撤销交付", from: ["DELIVERED"], to: "READY" },
    applyCancel: {
      label: "申请退订",
      from: ["SMALL", "BIG", ...BEFORE_CAR, ...WITH_CAR],
      to: "CANCEL_REVIEW",
    },
    approveCancel: { label: "退订通过", from: ["CANCEL_REVIEW"], to: "CANCELLED" },
    rejectCancel: { label: "驳回退订", from: ["CANCEL_REVIEW"], to: "BIG" },
    /** City, tags and remark may change as long as something can still happen. */
    note: { label: "编辑", from: [...LIVE], to: "BIG" },
    hold: { label: "挂起", from: [...LIVE], to: "BIG" },
    withdrawCancel: { label: "撤回退订", from: ["CANCEL_REVIEW"], to: "BIG" },
  },
});
export type OrderStatus = keyof typeof orderStates.states;

/** The states of orders at their end: they ask nobody for anything and their car is free for others or gone. */
export const endedStatuses = ["DELIVERED", "CANCELLED", "CLOSED"] as const satisfies readonly OrderStatus[];
export const isLive = (state: OrderStatus) => !endedStatuses.some((ended) => ended === state);

/** Whether the customer still owes what is open of the price; money for other orders goes back (OR-R3). */
export const isOwed = (state: OrderStatus) => state !== "CANCELLED" && state !== "CLOSED";

/** The states before the lock, in which choice and price may change. */
export const isBeforeLock = (state: OrderStatus) => orderStates.can(state, "choose");

export const orderSources = {
  APP: "APP",
  MINI: "小程序",
  STORE: "门店",
  PARTNER: "伙伴",
  IMPORT: "导入",
} as const;
export type OrderSource = keyof typeof orderSources;

/** Where orders come from that are placed by a call; imported ones come by a file. */
export const placedSources = { APP: "APP", MINI: "小程序", STORE: "门店", PARTNER: "伙伴" } as const;

export const payModes = { FULL: "全款", LOAN: "贷款", LEASE: "租赁" } as const;
export const loanStates = {
  NONE: "无",
  APPLIED: "审批中",
  APPROVED: "已批准",
  REJECTED: "已拒绝",
  RELEASED: "已放款",
} as const;
export const orderPaths = { BUILD: "排产", LIGHTNING: "闪电" } as const;
