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
 * Updates the contracts of a partner that the caller has locked to their state of today, and with them seats, flags and
 * tags. It is one transaction, so that nobody sees the old contract gone before the new one is there (PT-R5).
 */
export async function settleContracts(tx: Tx, partner: PartnerRow): Promise<PartnerRow> {
  const today = dayOf(tx.now);
  const open = await openContracts(tx, partner.id);
  for (const contract of open) await turn(tx, contract, { today, open });
  const effective = await effectiveTerms(tx, partner.id, today);
  const settled = effective ? await switchFlagsOn(tx, partner, "CONTRACT") : await lapse(tx, partner, today);
  const isUncovered = effective?.isInGrace ?? (await findLastMain(tx, partner.id)) !== null;
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

/** Moves the state of a contract by the calendar: it has begun, has expired, or another one follows. */
async function turn(tx: Tx, contract: ContractRow, { today, open }: Calendar): Promise<void> {
  if (contract.startOn > today) return;
  const hasEnded = contract.endOn < today;
  const move = !hasEnded ? "begin" : hasSuccessor(contract, open) ? "succeed" : "expire";
  if (!contractStates.can(contract.state, move)) return;
  const state: ContractState = contractStates.next(contract.state, move);
  await changeRecord(tx, contracts, contract, { state, effectiveOn: contract.effectiveOn ?? contract.startOn });
}

/** Tells whether a signed contract follows: its renewal, or the next main contract. */
function hasSuccessor(contract: ContractRow, open: readonly ContractRow[]): boolean {
  return open.some(
    (other) =>
      other.startOn > contract.endOn &&
      (other.prevContractId === contract.id || (contract.kind === "MAIN" && other.kind === "MAIN")),
  );
}

/**
 * Handles a partner whose contract and days of grace have ended: it loses the flags of the contract, and the manager
 * decides about a suspension (PT-R5).
 */
async function lapse(tx: Tx, partner: PartnerRow, today: string): Promise<PartnerRow> {
  const last = await findLastMain(tx, partner.id);
  if (!last || last.lapsedOn !== null) return applyTerms(tx, partner);
  await changeRecord(tx, contracts, last, { lapsedOn: today });
  const reason =
    last.state === "TERMINATED"
      ? `合同${last.contractNo}已解除`
      : `合同${last.contractNo}已于${last.endOn}到期且未续签`;
  if (partner.state === "ACTIVE") await draftSuspension(tx, { partnerId: partner.id, reason });
  return switchFlagsOff(tx, partner, { source: "CONTRACT", flags: allFlags, reason });
}

/** Finds the latest main contract of a partner that has none in force. */
async function findLastMain(tx: Tx, partnerId: string): Promise<ContractRow | null> {
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
