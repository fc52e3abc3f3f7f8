import { mayAskFor, refTo, type Tx } from "@ops/platform/server";
import { ActivePersonRef, listUsers, PersonRef } from "../../contract/index.ts";
import { matches } from "./matches.ts";
import { personNames } from "./person-name.ts";
import { postsOf } from "./present.ts";
import { type UserRow, users } from "./tables.ts";

export const personLook = {
  name: "userName",
  showsNumber: (tx: Tx) => mayAskFor(tx, "user.staffNo"),
  names: personNames,
  notes: async (tx: Tx, rows: readonly UserRow[]) => {
    const posts = await primaryPosts(tx, rows);
    return new Map(rows.map(({ id, boolAdmin }) => [id, boolAdmin ? "管理员" : (posts.get(id) ?? null)]));
  },
  orderBy: ["createdAt", "desc"],
} as const;

/** Where each of them mainly works. */
export async function primaryPosts(tx: Tx, rows: readonly UserRow[]): Promise<ReadonlyMap<string, string | null>> {
  if (rows.length === 0) return new Map();
  const posts = await postsOf(
    tx,
    rows.map(({ id }) => id),
  );
  return new Map([...posts].map(([id, { primaryPost }]) => [id, primaryPost]));
}

/** People in sight, found by a part of the name or by the whole phone or staff number. */
const inSight = { ...personLook, named: matches, listedBy: listUsers } as const;

export const personRefs = [
  refTo(PersonRef, users, inSight),
  refTo(ActivePersonRef, users, { ...inSight, open: { column: "status", values: ["ACTIVE"] } }),
];
