import { isAmount } from "@ops/platform/contract";
import { showMoney, showValue } from "../list/column/show-value.ts";

/** One side of a change as people read it; the log keeps amounts in 分. */
export const showSide = (field: string, side: string | null): string =>
  side !== null && isAmount(field) && /^-?\d+$/.test(side) ? showMoney(Number(side)) : showValue(side);
