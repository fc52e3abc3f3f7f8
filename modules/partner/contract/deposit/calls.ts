import { endpoint, fen, fenSum, idParams } from "@ops/platform/contract";
import { z } from "zod";
import { DepositEntry, DepositShape } from "./shape.ts";

const PAGE = "/Partner/list";
const EDIT = "partner:deposit:edit";

/** The deposit of a partner with its entries, newest first (PT-R17). */
export const Deposit = z.object({
  balanceFen: fen.meta({ label: "余额" }),
  /** The amount that the contract requires. */
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
    ...DepositShape.pick("kind", "amountFen", "happenedOn", "voucher"),
    note: DepositShape.required("note").note.optional(),
  }),
  answer: Deposit,
});
