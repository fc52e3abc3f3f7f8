import { dayParties, getOrderHistory, getOrderPlan, type OrderDetail } from "@ops/order/contract";
import { StageRail, useEndpoint } from "@ops/platform/web";
import { railStages } from "./rail-stages.ts";
import "./plan.css";

/** The stages of an order with planned and actual days, and whose the days after the promise are (OR-R19). */
export function OrderRail({ order: { id, state } }: { readonly order: OrderDetail }) {
  const { data: history } = useEndpoint(getOrderHistory, { params: { id } }, { silent: true, keepPrevious: true });
  const { data: plan } = useEndpoint(getOrderPlan, { params: { id } }, { silent: true, keepPrevious: true });
  const late = plan?.late ?? [];
  const told = history?.promises.findLast(({ kind }) => kind === "BRAND"); // the latest reason why it takes longer
  const days = late.reduce((sum, one) => sum + one.days, 0);
  return (
    <>
      <StageRail stages={railStages(state, history?.stages ?? [], plan?.stages)} />
      {days > 0 && (
        <p className="order-late">
          <b>超承诺{days}天</b>
          {late.map((one) => `${dayParties[one.party]}${one.days}天`).join(" · ")}
          {told?.reason && <span>原因：{told.reason}</span>}
        </p>
      )}
    </>
  );
}
