import { BusinessError } from "@ops/platform/contract";
import { readFile, type Tx } from "@ops/platform/server";

/** Finds the attachments that still exist, because people who may change a record may remove its files. */
export async function keptFiles(tx: Tx, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => readFile(tx, id).catch(ignoreRefusal)));
  return found.filter((file) => file !== null);
}

function ignoreRefusal(error: unknown): null {
  if (error instanceof BusinessError) return null;
  throw error;
}
