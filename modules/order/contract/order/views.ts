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
