import { getOrder } from "@ops/order/contract";
import { overlayOf } from "@ops/platform/web";
import { OrderDrawer } from "./OrderDrawer.tsx";

export default overlayOf("order", getOrder, OrderDrawer);
