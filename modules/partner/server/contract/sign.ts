import { type BodyOf, dayOf } from "@ops/platform/contract";
import { changeRecord, lockRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { contractStates, partnerErrors } from "../../contract/index.ts";
import { lockPartner } from "../partner/find.ts";
import { keptFiles } from "../partner/kept-files.ts";
import { attach } from "./files.ts";
import { type PresentedContract, presentOne } from "./present.ts";
import { lockContract } from "./service.ts";
import { settleContracts } from "./settle.ts";
import { contracts, type SignedFile } from "./tables.ts";

/** Both have signed; the files with their hashes stay as they are. Begun already, it is in force at once. */
export async function signContract(
  tx: Tx,
  id: string,
  { signedOn, brandSigner, partnerSigner, fileIds, version }: BodyOf<typeof contract.signContract>,
): Promise<PresentedContract> {
  const approved = await lockContract(tx, id, version, "sign");
  const state = contractStates.next(approved.state, "sign");
  const files = fileIds.length > 0 ? await attach(tx, id, fileIds) : await stillThere(tx, approved.files);
  if (files.length === 0) throw partnerErrors.contractFile();
  const signature = { signedOn, brandSigner, partnerSigner, files, stateReason: null };
  await changeRecord(tx, contracts, approved, { ...signature, state });
  return settled(tx, approved.partnerId, id);
}

/** Of the files of the draft: one may have been taken away since. */
async function stillThere(tx: Tx, files: readonly SignedFile[]): Promise<SignedFile[]> {
  const kept = await keptFiles(
    tx,
    files.map(({ id }) => id),
  );
  return files.filter(({ id }) => kept.some((file) => file.id === id));
}

/** From today on it no longer holds. */
export async function terminateContract(
  tx: Tx,
  id: string,
  { reason, version }: BodyOf<typeof contract.terminateContract>,
): Promise<PresentedContract> {
  const held = await lockContract(tx, id, version, "terminate");
  const state = contractStates.next(held.state, "terminate");
  tx.trail.reason = reason;
  await changeRecord(tx, contracts, held, { state, stateReason: reason, terminatedOn: dayOf(tx.now) });
  return settled(tx, held.partnerId, id);
}

async function settled(tx: Tx, partnerId: string, id: string): Promise<PresentedContract> {
  await settleContracts(tx, await lockPartner(tx, partnerId));
  return presentOne(tx, await lockRecord(tx, contracts, id, null));
}
