import { countStaffs, getStaff, getStaffWork, listStaffPartners, listStaffs } from "@ops/partner/contract";

/** What a change of a person makes old. */
export const staleStaffs = [listStaffs, countStaffs, getStaff, getStaffWork, listStaffPartners];
