import { getChange } from "@ops/order/contract";
import { RecordDrawer, useMay, useOpened } from "@ops/platform/web";
import { changeRecord } from "./change-record.tsx";

/** Opens a change over any page whose address has `?orderChange=`, as requests in 待我审批 do. */
export default function ChangeOfAddress() {
  const may = useMay();
  const { drawer } = useOpened("orderChange");
  return drawer && may(getChange) ? <RecordDrawer of={changeRecord} {...drawer} /> : null;
}
