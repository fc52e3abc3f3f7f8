import { getOrder } from "@ops/order/contract";
import { useMay, useOpened } from "@ops/platform/web";

interface Props {
  readonly orderId: string;
  readonly orderNo: string;
}

/** The number of an order, which opens it over the page for those who may see it. */
export function OrderLink({ orderId, orderNo }: Props) {
  const may = useMay();
  const { open } = useOpened("order");
  if (!may(getOrder)) return <>{orderNo}</>;
  return (
    <button type="button" className="text-button" onClick={() => open(orderId)}>
      {orderNo}
    </button>
  );
}
