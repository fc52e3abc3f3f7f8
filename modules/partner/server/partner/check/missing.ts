import { dayOf, labelOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { partnerApplication } from "../../../contract/index.ts";
import { hasVerifiedAccount } from "../../bank-account/verified.ts";
import type { PartnerRow } from "../../company/tables.ts";
import { depositShortFen } from "../../contract/deposit-balance.ts";
import { mainContractOn } from "../../contract/effective.ts";
import { tasksOf } from "../../onboarding/standing.ts";
import { missingPapers, paperStandings } from "../../qualification/required.ts";

/** What a partner still needs to become 合作中. */
export interface Missing {
  /** The key of the tab where it can be added. */
  readonly tab: string;
  readonly text: string;
}

/**
 * Lists everything that is missing, in the usual order of the work (section 5.1, 概览); empty if the partner can begin.
 */
export async function missingFor(tx: Tx, partner: PartnerRow): Promise<Missing[]> {
  const isNew = partner.state === "DRAFT" || partner.state === "REJECTED" || partner.state === "REVIEW";
  const papers = await missingPapers(tx, partner, {
    uploaded: partner.state === "DRAFT" || partner.state === "REJECTED",
  });
  const missing = [
    ...missingFacts(partner).map((text) => ({ tab: "basic", text })),
    ...(await paperStandings(tx, partner.id, papers)).map((text) => ({ tab: "papers", text: `资质：${text}` })),
  ];
  if (isNew) return missing;
  const tasks = await tasksOf(tx, partner.id);
  const open = tasks.filter(({ mandatory, state }) => mandatory && state !== "DONE");
  missing.push(...open.map(({ name }) => ({ tab: "tasks", text: `入驻任务：${name}` })));
  return [...missing, ...(await missingMoney(tx, partner))];
}

async function missingMoney(tx: Tx, { id }: PartnerRow): Promise<Missing[]> {
  const missing: Missing[] = [];
  const main = await mainContractOn(tx, id, dayOf(tx.now));
  if (!main) missing.push({ tab: "contracts", text: "生效中的主合同" });
  const shortFen = await depositShortFen(tx, id);
  if (shortFen > 0) missing.push({ tab: "deposits", text: `保证金（还差${(shortFen / 100).toFixed(2)}元）` });
  if (!(await hasVerifiedAccount(tx, id))) missing.push({ tab: "accounts", text: "已校验的结算账户" });
  return missing;
}

/**
 * Lists the fields that an application needs and that are empty. Drafts may be incomplete, and an import creates them
 * that way.
 */
export function missingFacts(partner: PartnerRow): string[] {
  const { legalPersonMasked: legalPerson, legalIdNoMasked: legalIdNo, contactPhoneMasked: contactPhone } = partner;
  const { error } = partnerApplication.safeParse({ ...partner, legalPerson, legalIdNo, contactPhone });
  const fields = new Set(error?.issues.map(({ path }) => String(path[0])));
  return [...fields].map((field) => labelOf(partnerApplication.shape, field));
}
