import { pageOf } from "@ops/platform/web";
import { StaffDetailPage } from "@ops/store/contract";
import { fillCertificates } from "./certification/fill-staff.ts";
import { fillInterviews } from "./interview/fill-staff.tsx";
import { fillStaff } from "./movement/fill-staff.tsx";
import { StaffRecordPage } from "./staff/StaffRecordPage.tsx";
import { fillTrainings } from "./training/fill-staff.ts";

fillInterviews();
fillCertificates();
fillTrainings();
fillStaff();

export default pageOf(StaffDetailPage, StaffRecordPage);
