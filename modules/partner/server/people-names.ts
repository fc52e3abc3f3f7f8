import type { Tx } from "@ops/platform/server";

/** How these people are called, each asked for once. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<(id: string) => string> {
  const names = new Map<string, string>();
  for (const id of new Set(ids)) names.set(id, await tx.personName(id));
  return (id) => names.get(id) ?? "";
}
