/** Ready-made questions about orders (OR-R15). */
export const orderViews = {
  TODAY: "今日交付",
  WEEK: "本周到店",
  NEAR: "临近承诺",
  PAST: "已超承诺",
  AGED: "停留超时",
  NO_BUTLER: "待分配管家",
  ISSUE: "异常",
  MINE: "我的订单",
} as const;
export type OrderView = keyof typeof orderViews;

/** How many days an order has been in its stage, in the classes of the board (section 9). */
export const stageAges = {
  "0-7": "0–7天",
  "8-15": "8–15天",
  "16-30": "16–30天",
  "31-60": "31–60天",
  "61-": "60天以上",
} as const;
export type StageAge = keyof typeof stageAges;

/** Who keeps the customer waiting. */
export const lateParties = { FACTORY: "工厂", LOGISTICS: "物流", STORE: "门店" } as const;
export type LateParty = keyof typeof lateParties;

/** Whose a day after the promise is: what subsidy excludes of the store's days is the customer's own (OR-R19). */
export const dayParties = { ...lateParties, CUSTOMER: "客户" } as const;
export type DayParty = keyof typeof dayParties;
