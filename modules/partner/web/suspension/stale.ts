import { getSuspension, listCascadeItems, listSuspensions } from "@ops/partner/contract";
import { stalePartners } from "../partner/stale.ts";

/** What a step in the life of a suspension or an exit makes stale. */
export const stale = [...stalePartners, listSuspensions, getSuspension, listCascadeItems] as const;

/** The partner whose business is to be stopped, as any list or drawer knows it. */
export interface Stoppable {
  readonly id: string;
  readonly shortName: string;
  readonly version: number;
}
