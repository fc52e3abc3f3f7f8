import { personNames } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";

/** Loads the names of people. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<(id: string) => string> {
  const names = await personNames(tx, ids);
  return (id) => names.get(id) ?? "";
}
