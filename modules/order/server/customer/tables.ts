import { CustomerShape, customerFrame } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { reachesCustomer } from "../order-scope.ts";

export const customers = tableOf(CustomerShape, {
  scope: reachesCustomer,
  read: customerFrame.view,
  number: "nameMasked",
  unlogged: ["identityFileIds"],
});
export type CustomerRow = RowOf<typeof customers>;
