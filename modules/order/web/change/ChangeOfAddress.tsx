import { getChange } from "@ops/order/contract";
import { drawerOf, overlayOf } from "@ops/platform/web";
import { changeRecord } from "./change-record.tsx";

export default overlayOf("orderChange", getChange, drawerOf(changeRecord));
