import { getContract, getDeposit, getEffectiveTerms, listContracts } from "@ops/partner/contract";
import { stalePartners } from "../partner/stale.ts";

/** What a change of a contract makes stale: seats, flags and the wanted deposit follow from it. */
export const staleContracts = [
  ...stalePartners,
  ...[listContracts, getContract, getEffectiveTerms, getDeposit],
] as const;
