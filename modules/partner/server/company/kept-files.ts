import { BusinessError } from "@ops/platform/contract";
import { readFile, type Tx } from "@ops/platform/server";

/** The attachments that are still there: whoever may change a record may take one away. */
export async function keptFiles(tx: Tx, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => readFile(tx, id).catch(gone)));
  return found.filter((file) => file !== null);
}

function gone(error: unknown): null {
  if (error instanceof BusinessError) return null;
  throw error;
}
