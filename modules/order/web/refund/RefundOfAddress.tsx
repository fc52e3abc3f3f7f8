import { getRefund } from "@ops/order/contract";
import { RecordDrawer, useMay, useOpened } from "@ops/platform/web";
import { refundRecord } from "./refund-record.tsx";

/** Opens a refund over any page whose address has `?orderRefund=`, as requests in 待我审批 do. */
export default function RefundOfAddress() {
  const may = useMay();
  const { drawer } = useOpened("orderRefund");
  return drawer && may(getRefund) ? <RecordDrawer of={refundRecord} {...drawer} /> : null;
}
