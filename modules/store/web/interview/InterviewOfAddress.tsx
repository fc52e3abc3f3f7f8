import { RecordDrawer, useMay, useOpened } from "@ops/platform/web";
import { getInterview } from "@ops/store/contract";
import { interviewRecord } from "./interview-record.tsx";

/** Opens an interview over any page whose address has `?interview=`, as notices do. */
export default function InterviewOfAddress() {
  const may = useMay();
  const { drawer } = useOpened("interview");
  return drawer && may(getInterview) ? <RecordDrawer of={interviewRecord} {...drawer} /> : null;
}
