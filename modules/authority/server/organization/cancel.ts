import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { changeRecord, lockRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { orgChangeStates } from "../../contract/index.ts";
import { type PresentedChange, presentChange } from "./changes.ts";
import { type OrgChangeRow, orgChanges } from "./tables.ts";

type Body = BodyOf<typeof contract.cancelOrgChange>;

export const cancelOrgChange = (tx: Tx, id: string, body: Body): Promise<PresentedChange> =>
  cancel(tx, id, body, ({ kind }) => kind !== "MERGE");

export const cancelMerge = (tx: Tx, id: string, body: Body): Promise<PresentedChange> =>
  cancel(tx, id, body, ({ kind }) => kind === "MERGE");

/** Each call has its own code, so it reaches only the changes that the code makes. */
async function cancel(
  tx: Tx,
  id: string,
  { version }: Body,
  isOwn: (change: OrgChangeRow) => boolean,
): Promise<PresentedChange> {
  const change = await lockRecord(tx, orgChanges, id, version, presentChange);
  const status = orgChangeStates.next(change.status, "cancel");
  if (!isOwn(change)) throw commonErrors.notFound();
  return presentChange(tx, await changeRecord(tx, orgChanges, change, { status }));
}
