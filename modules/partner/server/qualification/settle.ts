import { addDays, dayOf } from "@ops/platform/contract";
import { changeRecord, notify, type Tx } from "@ops/platform/server";
import { type PaperKind, paperKinds, qualificationStates } from "../../contract/index.ts";
import { addressOfPartner, managerAndAdmins } from "../company/holders.ts";
import { draftSuspension } from "../company/hooks.ts";
import { setRisk } from "../company/risk.ts";
import type { PartnerRow } from "../company/tables.ts";
import { switchFlagsOff, switchFlagsOn } from "../contract/apply-terms.ts";
import { paperFlagDays, paperSuspendDays } from "./params.ts";
import { holdsOn, papersOf, requiredPapers } from "./required.ts";
import { type QualificationRow, qualifications } from "./tables.ts";

/** An expired paper without a valid one of the same kind. */
interface Lapsed {
  readonly kind: PaperKind;
  readonly days: number;
}

/** Sets papers to 过期 after their last day and notifies the manager and the partner once (PT-R3). */
export async function expirePapers(tx: Tx, partner: PartnerRow): Promise<void> {
  const today = dayOf(tx.now);
  const papers = await papersOf(tx, partner.id);
  for (const paper of papers) {
    if (paper.state !== "VALID" || holdsOn(paper, today)) continue;
    await changeRecord(tx, qualifications, paper, { state: qualificationStates.next(paper.state, "expire") });
    if (papers.some((other) => other.kind === paper.kind && holdsOn(other, today))) continue;
    await tellExpired(tx, partner, paper);
  }
}

async function tellExpired(tx: Tx, partner: PartnerRow, { id, kind, expireOn }: QualificationRow): Promise<void> {
  const isRequired = requiredPapers(tx, partner).required.includes(kind);
  const left = daysBetween(dayOf(tx.now), addDays(expireOn ?? "", tx.param(paperFlagDays)));
  const then = isRequired && left > 0 ? `，${left}天后将停止线索下发` : "";
  await notify(tx, await managerAndAdmins(tx, partner), {
    category: "WARNING",
    level: "WARN",
    title: `${partner.shortName}资质过期`,
    content: `${paperKinds[kind]}已过期${then}`,
    route: addressOfPartner(partner.id),
    about: `partner.paper:${id}:expired`,
  });
}

/**
 * Applies the effects of expired papers, each by its own date: a tag at once, two flags off after 15 days, a draft of a
 * suspension after 45. A renewal undoes all but the draft (PT-R3). The caller has locked the partner.
 */
export async function settlePapers(tx: Tx, partner: PartnerRow): Promise<PartnerRow> {
  const lapsed = await findLapsedPapers(tx, partner);
  const tagged = await setRisk(tx, partner, "PAPER", lapsed.length > 0);
  const { required } = requiredPapers(tx, partner);
  const overdue = lapsed.filter(({ kind, days }) => required.includes(kind) && days >= tx.param(paperFlagDays));
  if (overdue.length === 0) return switchFlagsOn(tx, tagged, "PAPER");
  const reason = overdue.map(({ kind, days }) => `${paperKinds[kind]}过期${days}天未更新`).join("、");
  const switched = await switchFlagsOff(tx, tagged, { source: "PAPER", flags: ["CLUE", "ORDER"], reason });
  const isLong = overdue.some(({ days }) => days >= tx.param(paperSuspendDays));
  if (isLong) await draftSuspension(tx, { partnerId: partner.id, reason });
  return switched;
}

async function findLapsedPapers(tx: Tx, partner: PartnerRow): Promise<Lapsed[]> {
  const today = dayOf(tx.now);
  const papers = await papersOf(tx, partner.id);
  const kinds = [...new Set(papers.filter(({ state }) => state === "EXPIRED").map(({ kind }) => kind))];
  return kinds
    .filter((kind) => !papers.some((paper) => paper.kind === kind && holdsOn(paper, today)))
    .map((kind) => {
      const ended = papers.filter((one) => one.kind === kind && one.state === "EXPIRED");
      const last = ended
        .map(({ expireOn }) => expireOn ?? "")
        .toSorted()
        .at(-1);
      return { kind, days: daysBetween(last ?? today, today) };
    });
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
