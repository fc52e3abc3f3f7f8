import { changeRecord, type Tx } from "@ops/platform/server";
import type { RiskTag } from "../../contract/index.ts";
import { type PartnerRow, partners } from "./tables.ts";

/** Adds a risk tag to a partner that the caller has locked, or removes it. Idempotent. */
export async function setRisk(tx: Tx, partner: PartnerRow, tag: RiskTag, on: boolean): Promise<PartnerRow> {
  if (partner.riskTags.includes(tag) === on) return partner;
  const riskTags = on ? [...partner.riskTags, tag].sort() : partner.riskTags.filter((one) => one !== tag);
  return changeRecord(tx, partners, partner, { riskTags });
}
