import { commonErrors } from "@ops/platform/contract";
import { OutOfScope, reachesRecord, type Tx } from "@ops/platform/server";
import { findStore } from "@ops/store/server";

/** Stores are of another module: the permission of the call has to reach the one that a question is about. */
export async function requireStoreInReach(tx: Tx, id: string): Promise<void> {
  if (await reachesRecord(tx, tx, { bizType: "store", id })) return;
  throw (await findStore(tx, { id })) ? new OutOfScope("store", id) : commonErrors.notFound();
}
