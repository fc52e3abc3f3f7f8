import { getOrderChecks, getOrderPapers, type OrderDetail } from "@ops/order/contract";
import { useEndpoint } from "@ops/platform/web";
import { type OrderWork, workOf } from "./order-work.ts";

/** The open work of an order, with what has to be asked for besides. */
export function useOrderWork(order: OrderDetail): readonly OrderWork[] {
  const of = { params: { id: order.id } };
  const { data: papers } = useEndpoint(getOrderPapers, of, { silent: true, keepPrevious: true });
  const { data: delivery } = useEndpoint(getOrderChecks, of, { silent: true, keepPrevious: true });
  return workOf(order, papers?.missing ?? [], delivery?.checks ?? []);
}
