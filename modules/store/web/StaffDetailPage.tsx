import { fillStaff } from "./movement/fill-staff.tsx";
import StaffDetailPage from "./staff/StaffDetailPage.tsx";

fillStaff();

export default StaffDetailPage;
