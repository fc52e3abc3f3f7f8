import { getCancel } from "@ops/order/contract";
import { drawerOf, overlayOf } from "@ops/platform/web";
import { cancelRecord } from "./cancel-record.tsx";

export default overlayOf("orderCancel", getCancel, drawerOf(cancelRecord));
