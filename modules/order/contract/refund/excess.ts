import type { Refund } from "./shape.ts";

interface Paid {
  readonly id: string;
  readonly excessFen: number;
}

/** How much of a payment is excess for which nobody has asked yet, or was refused (OR-R3). */
export function excessLeft(
  { id, excessFen }: Paid,
  refunds: readonly Pick<Refund, "paymentId" | "why" | "state" | "amountFen">[],
): number {
  const asked = refunds.filter(
    ({ paymentId, why, state }) => paymentId === id && why !== "CANCEL" && state !== "REJECTED",
  );
  return asked.reduce((left, { amountFen }) => left - amountFen, excessFen);
}
