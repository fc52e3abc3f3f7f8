import { listOrders, ORDER_PAGE } from "@ops/order/contract";
import { FigureLink, type FilterValues, goTo, presetList } from "@ops/platform/web";

/** Shows the orders behind a figure in the list. */
export function showOrders(filters: FilterValues): void {
  presetList(ORDER_PAGE, filters);
  goTo(`${ORDER_PAGE}?tab=orders`);
}

interface Props {
  readonly value: number | string;
  /** What is looked at, for people who do not see where it stands. */
  readonly of: string;
  readonly filters: FilterValues;
}

/** A figure that leads to the orders behind it, for those who may see them. */
export function BoardFigure({ value, of, filters }: Props) {
  return <FigureLink label={of} value={value} needs={listOrders} onOpen={() => showOrders(filters)} />;
}
