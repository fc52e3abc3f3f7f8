import { drawerOf, overlayOf } from "@ops/platform/web";
import { getInterview } from "@ops/store/contract";
import { interviewRecord } from "./interview-record.tsx";

export default overlayOf("interview", getInterview, drawerOf(interviewRecord));
