import { type AnswerFrom, dayOf, MOST_FEN } from "@ops/platform/contract";
import { insertRecord, reads, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { partnerErrors } from "../../contract/index.ts";
import { lockPartner, requirePartner } from "../company/find.ts";
import { settleTasks } from "../company/hooks.ts";
import { setRisk } from "../company/risk.ts";
import { depositBalanceFen, depositShortFen, depositWantedFen } from "../contract/deposit-balance.ts";
import { db } from "../database.ts";
import { namesOf } from "../people-names.ts";
import { type DepositRow, deposits } from "./tables.ts";

export const getDeposit = reads(contract.getDeposit, async (tx, { params }) => {
  const { id } = await requirePartner(tx, params.id);
  return presentDeposit(tx, id);
});

/**
 * Adds an entry under the lock of the partner, so that the balance follows the entries and never falls below 0
 * (PT-R17).
 */
export const addDeposit = writes(contract.addDeposit, async (tx, { params: { id: partnerId }, body }) => {
  const { kind, amountFen, note } = body;
  const partner = await lockPartner(tx, partnerId);
  if (body.happenedOn > dayOf(tx.now)) throw partnerErrors.depositFuture();
  const last = await lastEntry(tx, partnerId);
  const balanceAfterFen = (last?.balanceAfterFen ?? 0) + (kind === "PAY" ? amountFen : -amountFen);
  if (balanceAfterFen < 0) throw partnerErrors.depositNeg();
  if (balanceAfterFen > MOST_FEN) throw partnerErrors.depositMuch();
  const entryNo = (last?.entryNo ?? 0) + 1;
  await insertRecord(tx, deposits, { partnerId, ...body, note: note || null, balanceAfterFen, entryNo });
  await setRisk(tx, partner, "DEPOSIT", (await depositShortFen(tx, partnerId)) > 0);
  await settleTasks(tx, partner);
  return presentDeposit(tx, partnerId);
});

async function lastEntry(tx: Tx, partnerId: string): Promise<DepositRow | undefined> {
  return entriesOf(tx, partnerId).limit(1).executeTakeFirst();
}

function entriesOf(tx: Tx, partnerId: string) {
  return db(tx).selectFrom("partnerDeposit").selectAll().where("partnerId", "=", partnerId).orderBy("entryNo", "desc");
}

const MOST_SHOWN = 500;

async function presentDeposit(tx: Tx, partnerId: string): Promise<AnswerFrom<typeof contract.getDeposit>> {
  const entries = await entriesOf(tx, partnerId).limit(MOST_SHOWN).execute();
  const names = await namesOf(
    tx,
    entries.map(({ createdBy }) => createdBy),
  );
  return {
    balanceFen: await depositBalanceFen(tx, partnerId),
    wantedFen: await depositWantedFen(tx, partnerId),
    shortFen: await depositShortFen(tx, partnerId),
    entries: entries.map((entry) => ({ ...entry, createdByName: names(entry.createdBy) })),
  };
}
