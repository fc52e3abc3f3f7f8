import { RecordDrawer, useMay, useOpened } from "@ops/platform/web";
import { getMovement } from "@ops/store/contract";
import { movementRecord } from "./movement-record.tsx";

/** Opens a movement over any page whose address has `?storeMovement=`, as requests in 待我审批 and notices do. */
export default function MovementOfAddress() {
  const may = useMay();
  const { drawer } = useOpened("storeMovement");
  return drawer && may(getMovement) ? <RecordDrawer of={movementRecord} {...drawer} /> : null;
}
