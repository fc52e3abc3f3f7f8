export { fillings } from "./fillings.ts";
/** Modules above add tabs to the drawer of an order, and hints about a phone to 新建订单. */
export { newOrderHints, orderTabs } from "./order/order-slots.ts";
export { overlays, pages } from "./pages.ts";
