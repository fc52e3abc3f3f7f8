import type { NewLine, Priced } from "../order/price.ts";
import type { OrderRow } from "../order/tables.ts";

/** A choice with its whole price, as it was quoted when somebody asked for it. */
interface ChosenConfig extends Pick<OrderRow, "carConfigId" | "optionCodes" | "extColor" | "intColor"> {
  readonly chosen: Priced["chosen"];
  readonly lines: readonly NewLine[];
  readonly totalFen: number;
}

/** One side of a change: what its kind is about, and nothing else. */
export interface ChangeContent {
  readonly config?: ChosenConfig;
  readonly customerId?: string;
  readonly deliveryStoreId?: string | null;
  readonly payMode?: OrderRow["payMode"];
}
