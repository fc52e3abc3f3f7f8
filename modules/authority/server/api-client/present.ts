import { presentOne, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import type { ApiClientRow } from "./tables.ts";

export type PresentedClient = ApiClientRow & {
  ownerOrgName: string;
  ownerUserName: string;
  actAsUserName: string | null;
};

export async function present(tx: Tx, rows: readonly ApiClientRow[]): Promise<PresentedClient[]> {
  const people = await namesOf(tx, "people", [
    ...rows.map(({ ownerUserId }) => ownerUserId),
    ...rows.flatMap(({ actAsUserId }) => actAsUserId ?? []),
  ]);
  const places = await namesOf(
    tx,
    "places",
    rows.map(({ ownerOrgId }) => ownerOrgId),
  );
  return rows.map((row) => ({
    ...row,
    previousUntil: row.previousUntil && row.previousUntil > tx.now ? row.previousUntil : null,
    ownerOrgName: places.get(row.ownerOrgId) ?? "",
    ownerUserName: people.get(row.ownerUserId) ?? "",
    actAsUserName: row.actAsUserId === null ? null : (people.get(row.actAsUserId) ?? ""),
  }));
}

/** The same for one. */
export const shown = presentOne(present);

async function namesOf(tx: Tx, of: "people" | "places", ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows =
    of === "people"
      ? await db(tx)
          .selectFrom("appUser")
          .select(["id", "userName as called"])
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .execute()
      : await db(tx)
          .selectFrom("organization")
          .select(["id", "name as called"])
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .execute();
  return new Map(rows.map(({ id, called }) => [id, called]));
}
