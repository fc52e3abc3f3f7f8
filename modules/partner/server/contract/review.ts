import { addDays, type BodyOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, isSelf, newId, requirePerson, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { contractStates, partnerErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { type PresentedContract, presentOne } from "./present.ts";
import { draftOf, lockContract, requireFreeNo, requireTerms } from "./service.ts";
import { type ContractRow, contracts } from "./tables.ts";

/** From here on it takes its days: another main contract cannot have them too. */
export async function submitContract(
  tx: Tx,
  id: string,
  { version }: BodyOf<typeof contract.submitContract>,
): Promise<PresentedContract> {
  requirePerson(tx);
  const draft = await lockContract(tx, id, version, "submit");
  const state = contractStates.next(draft.state, "submit");
  requireTerms(draft);
  await refuseOverlap(tx, draft);
  const submitted = { state, submittedBy: tx.actor.userId, stateReason: null };
  return presentOne(tx, await changeRecord(tx, contracts, draft, submitted));
}

async function refuseOverlap(tx: Tx, draft: ContractRow): Promise<void> {
  if (draft.kind !== "MAIN") return;
  const other = await db(tx)
    .selectFrom("partnerContract")
    .select("contractNo")
    .where("partnerId", "=", draft.partnerId)
    .where("kind", "=", "MAIN")
    .where("state", "not in", ["DRAFT", "TERMINATED"])
    .where(
      sql<boolean>`daterange(start_on, end_on, '[]') && daterange(${draft.startOn}::date, ${draft.endOn}::date, '[]')`,
    )
    .orderBy("startOn")
    .executeTakeFirst();
  if (other) throw partnerErrors.contractOverlap({ no: other.contractNo });
}

export async function reviewContract(
  tx: Tx,
  id: string,
  { isApproved, note, version }: BodyOf<typeof contract.reviewContract>,
): Promise<PresentedContract> {
  const move = isApproved ? "approve" : "reject";
  const waiting = await lockContract(tx, id, version, move);
  const state = contractStates.next(waiting.state, move);
  if (isSelf(tx, waiting.submittedBy, waiting.createdBy)) throw partnerErrors.contractSelf();
  return presentOne(tx, await changeRecord(tx, contracts, waiting, { state, stateReason: note || null }));
}

/** A draft that goes on where this one ends. */
export async function renewContract(
  tx: Tx,
  id: string,
  { contractNo, startOn, endOn, version }: BodyOf<typeof contract.renewContract>,
): Promise<PresentedContract> {
  const prev = await lockContract(tx, id, version, "renew");
  contractStates.next(prev.state, "renew");
  await refuseSecondRenewal(tx, prev);
  await requireFreeNo(tx, contractNo);
  const start = startOn ?? addDays(prev.endOn, 1);
  if (endOn < start) throw partnerErrors.contractDays();
  const { partnerId, kind, title, terms, depositFen } = prev;
  const created = await insertRecord(tx, contracts, {
    ...draftOf({ id: newId(), partnerId, contractNo, kind, prevContractId: prev.id }),
    ...{ title, terms, depositFen, startOn: start, endOn, files: [] },
  });
  return presentOne(tx, created);
}

async function refuseSecondRenewal(tx: Tx, prev: ContractRow): Promise<void> {
  const next = await db(tx)
    .selectFrom("partnerContract")
    .select("contractNo")
    .where("prevContractId", "=", prev.id)
    .where("state", "<>", "TERMINATED")
    .executeTakeFirst();
  if (next) throw partnerErrors.contractRenewed({ no: next.contractNo });
}
