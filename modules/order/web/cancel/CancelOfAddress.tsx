import { getCancel } from "@ops/order/contract";
import { RecordDrawer, useMay, useOpened } from "@ops/platform/web";
import { cancelRecord } from "./cancel-record.tsx";

/** Opens a cancellation over any page whose address has `?orderCancel=`, as requests in 待我审批 do. */
export default function CancelOfAddress() {
  const may = useMay();
  const { drawer } = useOpened("orderCancel");
  return drawer && may(getCancel) ? <RecordDrawer of={cancelRecord} {...drawer} /> : null;
}
