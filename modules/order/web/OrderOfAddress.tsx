import { getOrder } from "@ops/order/contract";
import { overlayOf } from "@ops/platform/web";
import { OrderDrawer } from "./OrderDrawer.tsx";

const OrderOfAddress = overlayOf("order", getOrder, OrderDrawer);

export default OrderOfAddress;
