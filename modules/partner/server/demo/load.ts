import type { Tx } from "@ops/platform/server";
import { lockPartner } from "../company/find.ts";
import { db } from "../database.ts";
import { settlePapers } from "../qualification/settle.ts";
import { loadContractDemo } from "./contracts.ts";
import { loadDemoPartners } from "./partners.ts";
import { loadPastActs } from "./past-acts.ts";
import { loadStaffDemo } from "./staff.ts";
import { loadPartnerRoles } from "./staff-roles.ts";
import { loadSuspensionDemo } from "./suspensions.ts";

/**
 * Loads partners of the demo brand with everything that belongs to them. It changes nothing if there are partners
 * already.
 */
export async function loadPartnerDemo(tx: Tx): Promise<void> {
  if (await db(tx).selectFrom("partner").select("id").executeTakeFirst()) return;
  await loadPartnerRoles(tx);
  await loadDemoPartners(tx);
  await loadContractDemo(tx);
  await loadStaffDemo(tx);
  await settleAll(tx);
  await loadSuspensionDemo(tx);
  await loadPastActs(tx);
}

/** Applies the consequences of expired papers, as the nightly job would. */
async function settleAll(tx: Tx): Promise<void> {
  const rows = await db(tx).selectFrom("partner").select("id").where("state", "<>", "TERMINATED").execute();
  for (const { id } of rows) await settlePapers(tx, await lockPartner(tx, id));
}
