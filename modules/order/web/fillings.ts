import { type Filling, partsOf } from "@ops/platform/web";
import { carTabs } from "@ops/vehicle/web";

const CarOrders = partsOf(() => import("./car/CarOrders.tsx")).standing("CarOrders");

/** What orders show inside of the pages of other modules. It is loaded with every page, so it names codes and no calls. */
export const fillings: readonly Filling[] = [
  carTabs.fill({ key: "order.orders", title: "订单", order: 10, needs: "order:order:list", Body: CarOrders }),
];
