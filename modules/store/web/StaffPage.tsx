import { fillCertificates } from "./certification/fill-staff.ts";
import { fillInterviews } from "./interview/fill-staff.tsx";
import { fillStaff } from "./movement/fill-staff.tsx";
import StaffPage from "./staff/StaffPage.tsx";

fillInterviews();
fillCertificates();
fillStaff();

export default StaffPage;
