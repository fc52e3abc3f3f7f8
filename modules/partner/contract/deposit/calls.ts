import { boundedText, day, endpoint, fen, fenSum, idParams, moment, oneOf, requiredText } from "@ops/platform/contract";
import { z } from "zod";

const PAGE = "/Partner/list";
const EDIT = "partner:deposit:edit";

export const depositKinds = { PAY: "缴纳", DEDUCT: "扣除", REFUND: "退还" } as const;
const kind = oneOf(depositKinds, "请选择类型").meta({ label: "类型" });

export const DepositEntry = z.object({
  id: z.string(),
  kind,
  amountFen: fen.meta({ label: "金额" }),
  happenedOn: z.string().meta({ label: "发生日期" }),
  voucher: z.string().meta({ label: "凭证号" }),
  note: z.string().nullable().meta({ label: "备注" }),
  balanceAfterFen: fen.meta({ label: "余额" }),
  createdByName: z.string().meta({ label: "登记人" }),
  createdAt: moment.meta({ label: "登记时间" }),
});
export type DepositEntry = z.output<typeof DepositEntry>;

/** The account of a partner's deposit, the newest entry first (PT-R17). */
export const Deposit = z.object({
  balanceFen: fen.meta({ label: "余额" }),
  /** What the contract asks for. */
  wantedFen: fenSum.meta({ label: "合同约定" }),
  shortFen: fenSum.meta({ label: "不足" }),
  entries: z.array(DepositEntry),
});
export type Deposit = z.output<typeof Deposit>;

export const getDeposit = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/deposits",
  title: "保证金流水",
  permission: EDIT,
  page: PAGE,
  params: idParams,
  answer: Deposit,
});

export const addDeposit = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/deposits",
  audit: "登记保证金",
  permission: EDIT,
  risk: "HIGH",
  page: PAGE,
  params: idParams,
  body: z.object({
    kind,
    amountFen: fen.min(1, "金额须大于0").meta({ label: "金额" }),
    happenedOn: day.meta({ label: "发生日期" }),
    voucher: requiredText("凭证号", 60),
    note: boundedText("备注", 200).optional(),
  }),
  answer: Deposit,
});
