import { dayOf } from "@ops/platform/contract";
import { list, reads, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { partnerSheet } from "../../contract/index.ts";
import { ownPartnerId } from "../company/own.ts";
import { partners } from "../company/tables.ts";
import { countWhere, endingContract, expiredPaper, namedLike, waitingPaper } from "./check/conditions.ts";
import { presentPartners } from "./present.ts";

export const listPartners = list(contract.listPartners, partners, {
  where: {
    keyword: namedLike,
    kind: (kind) => sql<boolean>`partner.kinds @> array[${kind}]`,
    cityCode: (code) => sql<boolean>`partner.city_codes @> array[${code}]`,
    contractEnd: (wanted, tx) => endingContract(wanted, dayOf(tx.now)),
    papers: withPapers,
    riskTag: hasRiskTag,
  },
  orderBy: ["updatedAt", "desc"],
  present: presentPartners,
  sheet: partnerSheet,
});

function withPapers(wanted: keyof typeof contract.paperStates): RawBuilder<boolean> {
  if (wanted === "EXPIRED") return expiredPaper;
  return wanted === "WAITING" ? waitingPaper : sql<boolean>`(not ${expiredPaper} and not ${waitingPaper})`;
}

/** Filters by risk tag, except for the partner's own people, who do not see the tags (section 5). */
async function hasRiskTag(tag: contract.RiskTag, tx: Tx): Promise<RawBuilder<boolean> | null> {
  return (await ownPartnerId(tx)) ? null : sql<boolean>`partner.risk_tags @> array[${tag}]`;
}

export const countPartners = reads(contract.countPartners, async (tx) => {
  const inState = (state: string) => countWhere(tx, sql<boolean>`partner.state = ${state}`);
  return {
    active: await inState("ACTIVE"),
    onboarding: await inState("ONBOARDING"),
    review: await inState("REVIEW"),
    contractEnding: await countWhere(tx, endingContract("30", dayOf(tx.now))),
    paperExpired: await countWhere(tx, expiredPaper),
    suspended: await inState("SUSPENDED"),
  };
});
