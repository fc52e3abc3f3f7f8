import { dayOf } from "@ops/platform/contract";
import { changeRecord, lockRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { partnerErrors, partnerStates } from "../../contract/index.ts";
import { ownPartnerId } from "../company/own.ts";
import { partners } from "../company/tables.ts";
import { applyTerms, switchFlagsOff, switchFlagsOn } from "../contract/apply-terms.ts";
import { effectiveTerms } from "../contract/effective.ts";
import { editableGroups } from "./check/editable.ts";
import { presentPartner } from "./detail.ts";

/** Sets all restrictions of headquarters on what the contract allows. An empty request removes all of them (PT-R19). */
export const restrictPartner = writes(contract.restrictPartner, async (tx, { params: { id }, body }) => {
  const { accountLimit, flagsOff, reason, version } = body;
  const partner = await lockRecord(tx, partners, id, version, presentPartner);
  const isOpen = editableGroups(partner.state, (await ownPartnerId(tx)) !== null).includes("LIMITS");
  if (!isOpen)
    throw partnerErrors.fieldLocked({ state: partnerStates.label(partner.state), fields: "账号上限、权限开关" });
  const terms = (await effectiveTerms(tx, id, dayOf(tx.now)))?.terms;
  const limit = terms?.accountLimit ?? partner.accountLimit;
  if (accountLimit !== null && accountLimit >= limit) throw partnerErrors.limitAbove({ limit });
  const capped = await changeRecord(tx, partners, partner, {
    accountLimitCap: accountLimit,
    accountLimitReason: accountLimit === null ? null : reason,
    accountLimit: accountLimit ?? limit,
  });
  const freed = await switchFlagsOn(tx, capped, "HQ");
  const switched = await switchFlagsOff(tx, freed, { source: "HQ", flags: flagsOff, reason });
  return presentPartner(tx, await applyTerms(tx, switched));
});
