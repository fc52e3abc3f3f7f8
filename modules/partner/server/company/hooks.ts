import { hook, type Tx } from "@ops/platform/server";
import type { PartnerRow } from "./tables.ts";

interface Wanted {
  readonly partnerId: string;
  readonly reason: string;
}

/** Ticks the onboarding tasks that are done by facts, after one of the facts has changed (PT-R18). */
export const settleTasks = hook<[tx: Tx, partner: PartnerRow], Promise<void>>("settleTasks");

/** Drafts a suspension for the manager, who decides (PT-R3, PT-R5). */
export const draftSuspension = hook<[tx: Tx, wanted: Wanted], Promise<void>>("draftSuspension");

/** Shows a partner with all that its page tells, to whoever meets a newer version of it. */
export const presentPartner = hook<[tx: Tx, partner: PartnerRow], Promise<unknown>>("presentPartner");
