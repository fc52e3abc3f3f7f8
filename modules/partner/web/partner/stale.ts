import {
  countPartners,
  getPartner,
  listOnboardTasks,
  listPartnerChanges,
  listPartners,
  listQualifications,
  showBoard,
} from "@ops/partner/contract";

/** What a change of a partner, its papers or its tasks makes stale. */
export const stalePartners = [
  ...[listPartners, getPartner, countPartners, showBoard],
  ...[listQualifications, listOnboardTasks, listPartnerChanges],
] as const;
