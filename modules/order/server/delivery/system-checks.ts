import type { Tx } from "@ops/platform/server";
import { findRow } from "../database.ts";
import type { OrderRow } from "../order/tables.ts";

interface SystemCheck {
  readonly code: string;
  readonly label: string;
  /** Whether it is asked of this order; without it, of every one. */
  readonly isAsked?: (order: OrderRow) => boolean;
  readonly isGreen: (tx: Tx, order: OrderRow) => Promise<boolean>;
}

export async function balanceOf(tx: Tx, { id }: Pick<OrderRow, "id">): Promise<number> {
  return (await findRow(tx, "orderMoney", { id }))?.balanceFen ?? 0;
}

/** What turns green by itself and cannot be ticked (OR-R12). */
export const systemChecks: readonly SystemCheck[] = [
  { code: "PAY_FULL", label: "款项结清", isGreen: async (tx, order) => (await balanceOf(tx, order)) === 0 },
  {
    code: "CONTRACT",
    label: "合同",
    isGreen: async (tx, { id: orderId }) => Boolean(await findRow(tx, "orderContract", { orderId, state: "SIGNED" })),
  },
  {
    code: "INVOICE",
    label: "发票",
    isGreen: async (tx, { id: orderId }) => Boolean(await findRow(tx, "orderInvoice", { orderId, state: "ISSUED" })),
  },
  {
    code: "LOAN_RELEASED",
    label: "放款",
    isAsked: ({ payMode }) => payMode === "LOAN",
    isGreen: async (_tx, { loanState }) => loanState === "RELEASED",
  },
];
