import { type AnswerFrom, addDays, dayOf, type QueryOf } from "@ops/platform/contract";
import { escapeLike, exportsList, is, listPage, type Tx, wholeList } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { partnerSheet } from "../../contract/index.ts";
import { ownPartnerId } from "../company/own.ts";
import { partners } from "../company/tables.ts";
import { contractEnd, expiredPaper, waitingPaper } from "./conditions.ts";
import { presentPartners } from "./present.ts";

type Asked = Omit<QueryOf<typeof contract.listPartners>, "pageNo" | "pageSize">;
type Where = RawBuilder<boolean> | null;

export async function listPartners(
  tx: Tx,
  query: QueryOf<typeof contract.listPartners>,
): Promise<AnswerFrom<typeof contract.listPartners>> {
  const page = await listPage(tx, partners, query, await partnerList(tx, query));
  return { ...page, list: await presentPartners(tx, page.list) };
}

/** The same partners as a sheet. */
export const partnerExport = exportsList(partnerSheet, async (tx, query) =>
  wholeList(tx, partners, query, { ...(await partnerList(tx, query)), show: presentPartners }),
);

/** What the list and its export show, and in which order. */
async function partnerList(tx: Tx, query: Asked) {
  const { state, level, regionId, managerId } = query;
  return {
    where: [
      is("state", state),
      is("level", level),
      is("regionId", regionId),
      is("managerId", managerId),
      is("uscc", query.uscc),
      namedLike(query.keyword),
      ofKind(query.kind),
      inCity(query.cityCode),
      endingContract(query.contractEnd, dayOf(tx.now)),
      withPapers(query.papers),
      await tagged(tx, query.riskTag),
    ],
    orderBy: ["updatedAt", "desc"],
  } as const;
}

/** By number, full or short name; served by the GIN index over their characters. */
export function namedLike(keyword: string | undefined): Where {
  if (!keyword) return null;
  const pattern = `%${escapeLike(keyword)}%`;
  return sql<boolean>`((string_to_array(lower(partner.full_name || partner.short_name), null)
      @> string_to_array(lower(${keyword}), null) and (partner.full_name ilike ${pattern} or partner.short_name ilike ${pattern}))
    or partner.partner_no = upper(${keyword}))`;
}

const ofKind = (kind: string | undefined): Where => (kind ? sql<boolean>`partner.kinds @> array[${kind}]` : null);

const inCity = (code: string | undefined): Where => (code ? sql<boolean>`partner.city_codes @> array[${code}]` : null);

function endingContract(wanted: string | undefined, today: string): Where {
  if (!wanted) return null;
  if (wanted === "ENDED") return sql<boolean>`${contractEnd} < ${today}::date`;
  // not between, which would look for the end twice
  return sql<boolean>`daterange(${today}::date, ${addDays(today, Number(wanted))}::date, '[]') @> ${contractEnd}`;
}

function withPapers(wanted: string | undefined): Where {
  if (wanted === "EXPIRED") return expiredPaper;
  if (wanted === "WAITING") return waitingPaper;
  return wanted ? sql<boolean>`(not ${expiredPaper} and not ${waitingPaper})` : null;
}

/** The partner's own people neither see the tags nor search by them (section 5). */
async function tagged(tx: Tx, tag: string | undefined): Promise<Where> {
  if (!tag || (await ownPartnerId(tx))) return null;
  return sql<boolean>`partner.risk_tags @> array[${tag}]`;
}

const first = { pageNo: 1, pageSize: 1 };

export async function countWhere(tx: Tx, ...where: RawBuilder<boolean>[]): Promise<number> {
  return (await listPage(tx, partners, first, { where, orderBy: ["updatedAt", "desc"] })).total;
}

export async function countPartners(tx: Tx): Promise<AnswerFrom<typeof contract.countPartners>> {
  const inState = (state: string) => countWhere(tx, sql<boolean>`partner.state = ${state}`);
  const ending = endingContract("30", dayOf(tx.now)) ?? sql<boolean>`false`;
  return {
    active: await inState("ACTIVE"),
    onboarding: await inState("ONBOARDING"),
    review: await inState("REVIEW"),
    contractEnding: await countWhere(tx, ending),
    paperExpired: await countWhere(tx, expiredPaper),
    suspended: await inState("SUSPENDED"),
  };
}
