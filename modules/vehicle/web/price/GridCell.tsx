import { showMoney } from "@ops/platform/web";
import type { PriceCell } from "@ops/vehicle/contract";
import "../vehicle.css";

/**
 * Shows the price, the next change and whether there is a draft. It is empty for items that are standard or not
 * offered.
 */
export function GridCell({ cell }: { readonly cell: PriceCell | undefined }) {
  if (!cell) return <span className="series-off">-</span>;
  const { amountFen, nextFen, nextFrom, hasDraft } = cell;
  const coming = nextFen === null ? "" : `${nextFrom} 起 ${showMoney(nextFen)}`;
  return (
    <span className="price-cell" data-missing={amountFen === null} title={coming}>
      {amountFen === null ? "未定价" : showMoney(amountFen)}
      {nextFen !== null && <em>→ {showMoney(nextFen)}</em>}
      {hasDraft && <i>待发布</i>}
    </span>
  );
}
