import { hook, type Tx } from "@ops/platform/server";
import type { PartnerRow } from "./tables.ts";

interface Wanted {
  readonly partnerId: string;
  readonly reason: string;
}

/** Completes onboarding tasks that depend on facts, after such a fact has changed (PT-R18). */
export const settleTasks = hook<[tx: Tx, partner: PartnerRow], Promise<void>>("settleTasks");

/** Drafts a suspension, about which the manager decides (PT-R3, PT-R5). */
export const draftSuspension = hook<[tx: Tx, wanted: Wanted], Promise<void>>("draftSuspension");

/** Presents a partner as its page shows it, for a caller whose version is outdated. */
export const presentPartner = hook<[tx: Tx, partner: PartnerRow], Promise<unknown>>("presentPartner");
