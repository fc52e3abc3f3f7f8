import { getOrder } from "@ops/order/contract";
import { useMay, useOpened } from "@ops/platform/web";

interface Props {
  /** Null where an order is told of that is not known. */
  readonly orderId: string | null;
  readonly orderNo: string;
}

/** The number of an order, which opens it over the page for those who may see it. */
function OrderLink({ orderId, orderNo }: Props) {
  const may = useMay();
  const { open } = useOpened("order");
  if (orderId === null || !may(getOrder)) return <>{orderNo}</>;
  return (
    <button type="button" className="text-button" onClick={() => open(orderId)}>
      {orderNo}
    </button>
  );
}

/** The cell of an order's number in what belongs to the order. */
export const linkedOrder = (of: Props) => <OrderLink orderId={of.orderId} orderNo={of.orderNo} />;
