import { getCancel } from "@ops/order/contract";
import { drawerOf, overlayOf } from "@ops/platform/web";
import { cancelRecord } from "./cancel-record.tsx";

const CancelOfAddress = overlayOf("orderCancel", getCancel, drawerOf(cancelRecord));

export default CancelOfAddress;
