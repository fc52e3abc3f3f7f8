import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { postsOf } from "../user/present.ts";
import type { OtherAccountRow } from "./tables.ts";

export type PresentedAccount = OtherAccountRow & {
  userName: string | null;
  primaryPost: string | null;
  candidateNames: string[];
};

export async function presentOne(tx: Tx, row: OtherAccountRow): Promise<PresentedAccount> {
  const [presented] = await present(tx, [row]);
  if (!presented) throw new Error("one account went in, none came out");
  return presented;
}

export async function present(tx: Tx, rows: readonly OtherAccountRow[]): Promise<PresentedAccount[]> {
  const ids = [
    ...new Set(rows.flatMap(({ userId, candidateUserIds }) => [...(userId ? [userId] : []), ...candidateUserIds])),
  ];
  const people =
    ids.length === 0
      ? []
      : await db(tx).selectFrom("appUser").select(["id", "userName"]).where("id", "in", ids).execute();
  const names = new Map(people.map(({ id, userName }) => [id, userName]));
  const posts = ids.length === 0 ? new Map() : await postsOf(tx, ids);
  return rows.map((row) => ({
    ...row,
    userName: row.userId === null ? null : (names.get(row.userId) ?? null),
    primaryPost: row.userId === null ? null : (posts.get(row.userId)?.primaryPost ?? null),
    candidateNames: row.status === "CONFLICT" ? row.candidateUserIds.flatMap((id) => names.get(id) ?? []) : [],
  }));
}
