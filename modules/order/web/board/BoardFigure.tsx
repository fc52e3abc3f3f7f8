import { listOrders, ORDER_PAGE } from "@ops/order/contract";
import { type FilterValues, goTo, presetList, useMay } from "@ops/platform/web";
import "./board.css";

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
  const may = useMay();
  if (!may(listOrders) || value === 0) return value;
  return (
    <button
      type="button"
      className="text-button"
      aria-label={`查看${of}：${value}`}
      onClick={() => showOrders(filters)}
    >
      {value}
    </button>
  );
}
