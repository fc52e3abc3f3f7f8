import { getChange } from "@ops/order/contract";
import { drawerOf, overlayOf } from "@ops/platform/web";
import { changeRecord } from "./change-record.tsx";

const ChangeOfAddress = overlayOf("orderChange", getChange, drawerOf(changeRecord));

export default ChangeOfAddress;
