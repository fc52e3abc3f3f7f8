import { getRefund } from "@ops/order/contract";
import { drawerOf, overlayOf } from "@ops/platform/web";
import { refundRecord } from "./refund-record.tsx";

const RefundOfAddress = overlayOf("orderRefund", getRefund, drawerOf(refundRecord));

export default RefundOfAddress;
