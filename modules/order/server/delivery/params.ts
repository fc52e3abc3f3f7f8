/** It stands with the orders, because each of them tells until when it may be taken back. */
export { revertHours } from "../order/params.ts";
