import { fillCertificates } from "./certification/fill-staff.ts";
import { fillInterviews } from "./interview/fill-staff.tsx";
import { fillStaff } from "./movement/fill-staff.tsx";
import StaffDetailPage from "./staff/StaffDetailPage.tsx";
import { fillTrainings } from "./training/fill-staff.ts";

fillInterviews();
fillCertificates();
fillTrainings();
fillStaff();

export default StaffDetailPage;
