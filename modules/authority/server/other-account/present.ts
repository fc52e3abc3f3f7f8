import type { Tx } from "@ops/platform/server";
import type { z } from "zod";
import type { OtherAccount } from "../../contract/index.ts";
import { db } from "../database.ts";
import { postsOf } from "../person/present.ts";
import { reachedPeople } from "../person/tables.ts";
import type { OtherAccountRow } from "./tables.ts";

/** Of people out of the reader's reach nothing is told but their number. */
export async function present(tx: Tx, rows: readonly OtherAccountRow[]): Promise<z.input<typeof OtherAccount>[]> {
  const people = await peopleOf(tx, rows);
  const posts = people.size === 0 ? new Map() : await postsOf(tx, [...people.keys()]);
  return rows.map((row) => {
    const userId = row.userId !== null && people.has(row.userId) ? row.userId : null;
    const candidates = row.status === "CONFLICT" ? row.candidateUserIds : [];
    const candidateNames = candidates.flatMap((id) => people.get(id) ?? []);
    return {
      ...row,
      userId,
      userName: people.get(userId ?? "") ?? null,
      primaryPost: posts.get(userId ?? "")?.primaryPost ?? null,
      candidateNames,
      otherCandidates: candidates.length - candidateNames.length,
    };
  });
}

async function peopleOf(tx: Tx, rows: readonly OtherAccountRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(rows.flatMap(({ userId, candidateUserIds }) => [userId ?? [], candidateUserIds].flat()));
  if (ids.size === 0) return new Map();
  const query = db(tx)
    .selectFrom("appUser")
    .select(["appUser.id", "appUser.userName"])
    .where("appUser.id", "in", [...ids]);
  return new Map((await query.where(reachedPeople(tx)).execute()).map(({ id, userName }) => [id, userName]));
}
