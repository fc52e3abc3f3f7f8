import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type PaperKind, paperKinds } from "../../contract/index.ts";
import { kindsOf, mergeTemplates, readTemplate } from "../company/template.ts";
import { db } from "../database.ts";
import { paperParams, type RequiredPapers } from "./params.ts";
import type { QualificationRow } from "./tables.ts";

/** Lists the papers that the kinds of a partner require (PT-R18). */
export function requiredPapers(tx: Tx, partner: { readonly kinds: readonly string[] }): RequiredPapers {
  const texts = kindsOf(partner).map((kind) => tx.param(paperParams[kind]));
  const lines = mergeTemplates(texts.map((text) => readTemplate(text, paperKinds) ?? []));
  const codes = (mandatory: boolean) => lines.filter((line) => line.mandatory === mandatory).map(({ code }) => code);
  return { required: codes(true), wanted: codes(false) };
}

export function papersOf(tx: Tx, partnerId: string): Promise<QualificationRow[]> {
  return db(tx)
    .selectFrom("partnerQualification")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .orderBy(sql`array_position(${Object.keys(paperKinds)}::text[], kind)`)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Tells whether a paper is valid on the day. A paper without an end is always valid. */
export const holdsOn = ({ state, expireOn }: QualificationRow, day: string): boolean =>
  state === "VALID" && (expireOn ?? day) >= day;

/** Lists required kinds without a valid paper. With `uploaded`, a paper that waits for review counts too. */
export async function missingPapers(
  tx: Tx,
  partner: { readonly id: string; readonly kinds: readonly string[] },
  { uploaded }: { readonly uploaded: boolean },
): Promise<PaperKind[]> {
  const today = dayOf(tx.now);
  const papers = await papersOf(tx, partner.id);
  const isThere = (paper: QualificationRow) =>
    holdsOn(paper, today) || (uploaded && paper.state === "WAITING" && (paper.expireOn ?? today) >= today);
  const { required } = requiredPapers(tx, partner);
  return required.filter((kind) => !papers.some((paper) => paper.kind === kind && isThere(paper)));
}

/** Describes missing papers with their state: （未上传）, （待审核）, （未通过） or （已过期）. */
export async function paperStandings(tx: Tx, partnerId: string, kinds: readonly PaperKind[]): Promise<string[]> {
  const papers = await papersOf(tx, partnerId);
  const today = dayOf(tx.now);
  return kinds.map((kind) => {
    const latest = papers.find((paper) => paper.kind === kind);
    return `${paperKinds[kind]}（${latest ? standingOf(latest, today) : "未上传"}）`;
  });
}

function standingOf({ state, expireOn }: QualificationRow, today: string): string {
  if (state === "REJECTED") return "未通过";
  return (expireOn ?? today) < today ? "已过期" : "待审核";
}

export const paperNames = (kinds: readonly PaperKind[]): string => kinds.map((kind) => paperKinds[kind]).join("、");
