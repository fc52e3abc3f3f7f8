import { dayOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { allFlags, type PartnerFlag, partnerFlagsChanged } from "../../contract/index.ts";
import { tellPartner } from "../company/news.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { effectiveTerms } from "./effective.ts";

export type FlagSource = "PAPER" | "CONTRACT" | "HQ" | "SUSPEND" | "EXIT";

/** The states in which the flags of the contract are live. In these, only a contract changes them (PT-R19). */
const live: readonly PartnerRow["state"][] = ["ACTIVE", "SUSPENDED", "EXITING"];

/**
 * Writes seats, flags and cities of a partner that the caller has locked: the terms in force without the flags that are
 * switched off (PT-R6). Without a change nothing is written, so a renewal without a gap leaves no trace.
 */
export async function applyTerms(tx: Tx, partner: PartnerRow): Promise<PartnerRow> {
  const effective = await effectiveTerms(tx, partner.id, dayOf(tx.now));
  const agreed = effective?.terms.accountLimit ?? partner.accountLimit;
  // headquarters may set a lower limit (PT-R19)
  const accountLimit = Math.min(agreed, partner.accountLimitCap ?? agreed);
  const isLive = live.includes(partner.state);
  const flags = isLive ? await liveFlags(tx, partner.id, effective?.terms.flags ?? []) : [];
  const cityCodes = (isLive && effective?.terms.serviceCities) || partner.cityCodes;
  const isSame =
    accountLimit === partner.accountLimit &&
    flags.join() === partner.flags.join() &&
    cityCodes.join() === partner.cityCodes.join();
  if (isSame) return partner;
  if (flags.join() !== partner.flags.join()) await tellPartner(tx, partnerFlagsChanged, partner);
  return changeRecord(tx, partners, partner, { accountLimit, flags, cityCodes });
}

async function liveFlags(tx: Tx, partnerId: string, granted: readonly PartnerFlag[]): Promise<PartnerFlag[]> {
  const off = await db(tx).selectFrom("partnerFlagOff").select("flag").where("partnerId", "=", partnerId).execute();
  const isOff = new Set(off.map(({ flag }) => flag));
  return allFlags.filter((flag) => granted.includes(flag) && !isOff.has(flag));
}

interface Off {
  readonly source: FlagSource;
  readonly flags: readonly PartnerFlag[];
  readonly reason: string;
}

/** Switches flags off for one source. Flags that are already off for it keep their first reason. */
export async function switchFlagsOff(tx: Tx, partner: PartnerRow, { source, flags, reason }: Off): Promise<PartnerRow> {
  if (flags.length === 0) return partner;
  await db(tx)
    .insertInto("partnerFlagOff")
    .values(flags.map((flag) => ({ partnerId: partner.id, flag, source, reason, offAt: tx.now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return applyTerms(tx, partner);
}

/** Removes the flags' switch-off of one source. A flag that is also off for another source stays off. */
export async function switchFlagsOn(tx: Tx, partner: PartnerRow, source: FlagSource): Promise<PartnerRow> {
  await db(tx).deleteFrom("partnerFlagOff").where("partnerId", "=", partner.id).where("source", "=", source).execute();
  return applyTerms(tx, partner);
}
