import { isDeduction, isOfCar, type PriceLine, type TypedLine } from "@ops/order/contract";

/** A line of a price while it is typed. */
export interface DraftLine {
  readonly key: number;
  readonly kind: TypedLine["kind"];
  readonly name: string;
  readonly amountFen: number | null;
  readonly policyId: string | null;
}

let keys = 0;
const nextKey = () => {
  keys += 1;
  return keys;
};

export const emptyLine = (): DraftLine => ({
  key: nextKey(),
  kind: "DISCOUNT",
  name: "",
  amountFen: null,
  policyId: null,
});

/** The lines that were typed, to be typed anew; those of the car are left out. */
export function draftLines(lines: readonly PriceLine[]): DraftLine[] {
  return lines.flatMap(({ kind, name, amountFen, policyId }) =>
    isOfCar(kind) ? [] : [{ key: nextKey(), kind, name, amountFen: Math.abs(amountFen), policyId }],
  );
}

/** Lines as they were sent, to be typed anew. */
export const linesToType = (lines: readonly TypedLine[]): DraftLine[] =>
  lines.map(({ kind, name = "", amountFen, policyId = null }) => ({ key: nextKey(), kind, name, amountFen, policyId }));

/** What the typed lines add to the price; discounts lower it. */
export const sumOf = (lines: readonly DraftLine[]) =>
  lines.reduce((sum, { kind, amountFen }) => sum + (isDeduction(kind) ? -1 : 1) * (amountFen ?? 0), 0);

/** Says what is missing in a line, or null. */
export function faultOfLines(lines: readonly DraftLine[]): string | null {
  if (lines.some(({ amountFen }) => amountFen === null || amountFen <= 0)) return "请输入每一行的金额";
  return lines.some(({ kind, policyId }) => kind !== "PACK" && policyId === null) ? "请为优惠与费用选择优惠政策" : null;
}

/** The lines as they are sent. */
export const typedLines = (lines: readonly DraftLine[]): TypedLine[] =>
  lines.map(({ kind, name, amountFen, policyId }) => ({
    kind,
    amountFen: amountFen ?? 0,
    ...(kind === "PACK" && name.trim() ? { name: name.trim() } : {}),
    ...(policyId === null ? {} : { policyId }),
  }));
