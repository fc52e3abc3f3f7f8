import { lockRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { partnerStates } from "../../contract/index.ts";
import { presentPartner } from "../company/hooks.ts";
import { partners } from "../company/tables.ts";
import { presentSuspensions } from "./present.ts";
import { bringBackToWork } from "./undo.ts";

/** Lets the partner work again with this commit. A job undoes what its suspensions and a cancelled exit did (PT-R8). */
export const resumePartner = writes(contract.resumePartner, async (tx, { params, body: { reason, version } }) => {
  const partner = await lockRecord(tx, partners, params.id, version, presentPartner);
  const state = partnerStates.next(partner.state, "resume");
  const { undoing } = await bringBackToWork(tx, partner, { state, reason });
  return presentSuspensions(tx, undoing);
});
