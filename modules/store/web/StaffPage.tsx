import { fillStaff } from "./movement/fill-staff.tsx";
import StaffPage from "./staff/StaffPage.tsx";

fillStaff();

export default StaffPage;
