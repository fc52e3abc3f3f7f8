/** What has to be paid or agreed before the next stage (OR-R18). */
export const paySteps = {
  BIG: "支付大定",
  BALANCE: "结清尾款",
  DOWN: "支付首付",
  LOAN_APPROVED: "贷款批准",
  LEASE_NO: "登记租赁合同号",
  LOAN_RELEASED: "贷款放款",
} as const;
export type PayStep = keyof typeof paySteps;

export const payGates = { SCHEDULE: "排产", INVOICE: "开票", DELIVER: "交付" } as const;
export type PayGate = keyof typeof payGates;
