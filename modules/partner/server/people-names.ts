import { personNames } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";

/** How these people are called. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<(id: string) => string> {
  const names = await personNames(tx, ids);
  return (id) => names.get(id) ?? "";
}
