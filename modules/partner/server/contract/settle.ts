import { dayOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { allFlags, type ContractState, contractStates } from "../../contract/index.ts";
import { draftSuspension, settleTasks } from "../company/hooks.ts";
import { setRisk } from "../company/risk.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { applyTerms, switchFlagsOff, switchFlagsOn } from "./apply-terms.ts";
import { depositShortFen } from "./deposit-balance.ts";
import { effectiveTerms } from "./effective.ts";
import { type ContractRow, contracts } from "./tables.ts";

/**
 * Brings the contracts of a partner that the caller has locked to where they stand today, and with them its seats, flags and
 * tags. All in one transaction: nobody sees the old contract gone and the new one not yet there (PT-R5).
 */
export async function settleContracts(tx: Tx, partner: PartnerRow): Promise<PartnerRow> {
  const today = dayOf(tx.now);
  const open = await openContracts(tx, partner.id);
  for (const contract of open) await turn(tx, contract, { today, open });
  const effective = await effectiveTerms(tx, partner.id, today);
  const settled = effective ? await switchFlagsOn(tx, partner, "CONTRACT") : await lapse(tx, partner, today);
  const isUncovered = effective?.isInGrace ?? (await lastMain(tx, partner.id)) !== null;
  const tagged = await setRisk(tx, settled, "CONTRACT", isUncovered);
  await settleTasks(tx, tagged);
  return setRisk(tx, tagged, "DEPOSIT", (await depositShortFen(tx, partner.id)) > 0);
}

function openContracts(tx: Tx, partnerId: string): Promise<ContractRow[]> {
  return db(tx)
    .selectFrom("partnerContract")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("state", "in", ["SIGNED", "EFFECTIVE", "EXPIRED"])
    .orderBy("startOn")
    .orderBy("id")
    .forUpdate()
    .execute();
}

interface Calendar {
  readonly today: string;
  readonly open: readonly ContractRow[];
}

/** Its state by the calendar: begun, run out, or followed by another. */
async function turn(tx: Tx, contract: ContractRow, { today, open }: Calendar): Promise<void> {
  if (contract.startOn > today) return;
  const hasEnded = contract.endOn < today;
  const move = !hasEnded ? "begin" : hasSuccessor(contract, open) ? "succeed" : "expire";
  if (!contractStates.can(contract.state, move)) return;
  const state: ContractState = contractStates.next(contract.state, move);
  await changeRecord(tx, contracts, contract, { state, effectiveOn: contract.effectiveOn ?? contract.startOn });
}

/** Signed to go on after it: named as its renewal, or the next main contract. */
function hasSuccessor(contract: ContractRow, open: readonly ContractRow[]): boolean {
  return open.some(
    (other) =>
      other.startOn > contract.endOn &&
      (other.prevContractId === contract.id || (contract.kind === "MAIN" && other.kind === "MAIN")),
  );
}

/** Nothing holds any more and the grace has run out: what the contract gave goes, and the manager decides (PT-R5). */
async function lapse(tx: Tx, partner: PartnerRow, today: string): Promise<PartnerRow> {
  const last = await lastMain(tx, partner.id);
  if (!last || last.lapsedOn !== null) return applyTerms(tx, partner);
  await changeRecord(tx, contracts, last, { lapsedOn: today });
  const reason =
    last.state === "TERMINATED"
      ? `合同${last.contractNo}已解除`
      : `合同${last.contractNo}已于${last.endOn}到期且未续签`;
  if (partner.state === "ACTIVE") await draftSuspension(tx, { partnerId: partner.id, reason });
  return switchFlagsOff(tx, partner, { source: "CONTRACT", flags: allFlags, reason });
}

/** The main contract that held last, of a partner for which none holds. */
async function lastMain(tx: Tx, partnerId: string): Promise<ContractRow | null> {
  const last = await db(tx)
    .selectFrom("partnerContract")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("kind", "=", "MAIN")
    .where("effectiveOn", "is not", null)
    .orderBy(sql`coalesce(terminated_on - 1, end_on)`, "desc")
    .executeTakeFirst();
  return last ?? null;
}
