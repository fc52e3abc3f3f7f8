import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { ApiClientRow } from "./tables.ts";

export type PresentedClient = ApiClientRow & {
  ownerOrgName: string;
  ownerUserName: string;
  actAsUserName: string | null;
};

export async function presentOne(tx: Tx, row: ApiClientRow): Promise<PresentedClient> {
  const [presented] = await present(tx, [row]);
  if (!presented) throw new Error("one client went in, none came out");
  return presented;
}

export async function present(tx: Tx, rows: readonly ApiClientRow[]): Promise<PresentedClient[]> {
  if (rows.length === 0) return [];
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

async function namesOf(tx: Tx, of: "people" | "places", ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows =
    of === "people"
      ? await db(tx).selectFrom("appUser").select(["id", "userName as called"]).where("id", "in", ids).execute()
      : await db(tx).selectFrom("organization").select(["id", "name as called"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, called }) => [id, called]));
}
