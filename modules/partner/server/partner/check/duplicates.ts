import { isUscc } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { partnerErrors, partnerStates } from "../../../contract/index.ts";
import type { PartnerRow } from "../../company/tables.ts";
import { db } from "../../database.ts";

type Known = Pick<PartnerRow, "id" | "partnerNo" | "fullName" | "state" | "stateReason">;

/** Lets only one transaction at a time name a company, so that no code or name is given twice. */
export async function lockNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('partner_names'))`.execute(tx.kysely);
}

/** Finds the records of a company without regard to the scope: the live one, and the last that ended. */
export async function sameCompany(tx: Tx, uscc: string): Promise<{ live: Known | null; prior: Known | null }> {
  const found = await db(tx)
    .selectFrom("partner")
    .select(["id", "partnerNo", "fullName", "state", "stateReason"])
    .where("uscc", "=", uscc)
    .orderBy("createdAt", "desc")
    .execute();
  const live = found.find(({ state }) => state !== "TERMINATED") ?? null;
  return { live, prior: found.find(({ state }) => state === "TERMINATED") ?? null };
}

interface Named {
  readonly fullName: string;
  readonly uscc: string;
}

/**
 * Requires a free code and name (PT-R1, PT-R2); a draft may have no code yet. Answers the ended record of a company
 * that returns. The caller has locked the names.
 */
export async function requireFreeCompany(
  tx: Tx,
  { fullName, uscc }: Named,
  ownId: string | null,
): Promise<Known | null> {
  if (uscc !== "" && !isUscc(uscc)) throw partnerErrors.uscc();
  const { live, prior } = uscc === "" ? { live: null, prior: null } : await sameCompany(tx, uscc);
  if (live && live.id !== ownId) {
    throw partnerErrors.usccDup({ no: live.partnerNo, state: partnerStates.label(live.state) });
  }
  const namesake = await db(tx)
    .selectFrom("partner")
    .select(["id", "partnerNo"])
    .where("fullName", "=", fullName)
    .where("state", "<>", "TERMINATED")
    .executeTakeFirst();
  if (namesake && namesake.id !== ownId) throw partnerErrors.nameDup({ no: namesake.partnerNo });
  return prior;
}
