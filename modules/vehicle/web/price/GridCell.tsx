import { showMoney } from "@ops/platform/web";
import type { PriceCell } from "@ops/vehicle/contract";
import "../vehicle.css";

/** What it costs, the change to come and whether a draft waits; nothing where it is standard or not to be had. */
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
