import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { OffboardStep } from "../offboarding/steps.ts";
import { endSessions } from "../session/end.ts";

/** Sessions that came through the binding end with it (AU-R51). */
export async function endSessionsThrough(
  tx: Tx,
  { id, userId }: { readonly id: string; readonly userId: string | null },
): Promise<void> {
  if (userId === null) return;
  const through = await db(tx)
    .selectFrom("session")
    .select("id")
    .where("otherAccountId", "=", id)
    .where("status", "<>", "ENDED")
    .execute();
  const only = through.map((session) => session.id);
  if (only.length > 0) await endSessions(tx, userId, "KICKED", { only });
}

/** Takes a person's identities away; a later sync does not bring them back (AU-R57). Answers how many. */
export async function unbindAllOf(tx: Tx, userId: string): Promise<number> {
  const unbound = await db(tx)
    .updateTable("otherAccount")
    .set((eb) => ({
      status: "UNBOUND" as const,
      version: eb("version", "+", 1),
      updatedAt: tx.now,
      updatedBy: tx.actor.userId,
    }))
    .where("userId", "=", userId)
    .where("status", "=", "BOUND")
    .returning(["id", "userId"])
    .execute();
  for (const account of unbound) await endSessionsThrough(tx, account);
  return unbound.length;
}

export const bindingsEnd: OffboardStep = {
  kind: "authority.bindings",
  label: "第三方账号绑定",
  countOf: async (tx, userId) => {
    const bound = db(tx).selectFrom("otherAccount").select("id").where("userId", "=", userId);
    return (await bound.where("status", "=", "BOUND").execute()).length;
  },
  end: unbindAllOf,
};
