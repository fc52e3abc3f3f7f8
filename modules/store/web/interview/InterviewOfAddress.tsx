import { drawerOf, overlayOf } from "@ops/platform/web";
import { getInterview } from "@ops/store/contract";
import { interviewRecord } from "./interview-record.tsx";

const InterviewOfAddress = overlayOf("interview", getInterview, drawerOf(interviewRecord));

export default InterviewOfAddress;
