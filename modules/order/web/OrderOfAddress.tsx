import { getOrder } from "@ops/order/contract";
import { useMay, useOpened } from "@ops/platform/web";
import { OrderDrawer } from "./OrderDrawer.tsx";

/** Opens an order over any page whose address has `?order=`, as requests in 待我审批 and other tabs of 订单列表 do. */
export default function OrderOfAddress() {
  const may = useMay();
  const { drawer } = useOpened("order");
  return drawer && may(getOrder) ? <OrderDrawer {...drawer} /> : null;
}
