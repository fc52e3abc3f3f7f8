import { getPartner, getSuspension, listCascadeItems, listPartners, listSuspensions } from "@ops/partner/contract";

/** What a step in the life of a suspension or an exit makes stale. */
export const stale = [listPartners, getPartner, listSuspensions, getSuspension, listCascadeItems] as const;

/** The partner whose business is to be stopped, as any list or drawer knows it. */
export interface Stoppable {
  readonly id: string;
  readonly shortName: string;
  readonly version: number;
}
