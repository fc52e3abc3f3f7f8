import { countStaffs, getStaff, getStaffWork, listStaffPartners, listStaffs } from "@ops/partner/contract";
import { stalePartners } from "../partner/stale.ts";

/** What a change of a person makes old: the partner counts its people and their accounts. */
export const staleStaffs = [
  ...stalePartners,
  ...[listStaffs, countStaffs, getStaff, getStaffWork, listStaffPartners],
] as const;
