import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { membershipErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { PositionRow } from "./tables.ts";

/** What other modules may know of a position. */
export type PublishedPosition = Pick<
  PositionRow,
  "id" | "code" | "name" | "status" | "orgTypes" | "rank" | "defaultRoleIds"
>;

/** An enabled position that stays as it is until this transaction ends, and fits the type of organisation if one is named. */
export async function requirePosition(
  tx: Tx,
  code: string,
  { orgType }: { readonly orgType?: PositionRow["orgTypes"][number] } = {},
): Promise<PublishedPosition> {
  const found = await db(tx).selectFrom("position").selectAll().where("code", "=", code).forShare().executeTakeFirst();
  if (!found) throw commonErrors.notFound();
  if (found.status !== "ENABLED") throw membershipErrors.positionDisabled();
  const { orgTypes } = found;
  if (orgType && orgTypes.length > 0 && !orgTypes.includes(orgType)) throw membershipErrors.positionNotAllowed();
  return found;
}

/** Every position that is meant for organisations of one of these types, in whatever state, the highest first. */
export async function positionsFor(tx: Tx, orgTypes: PositionRow["orgTypes"]): Promise<PublishedPosition[]> {
  return db(tx)
    .selectFrom("position")
    .selectAll()
    .where(sql<boolean>`org_types && ${orgTypes}::text[]`)
    .orderBy("rank", "desc")
    .orderBy("code")
    .execute();
}

/** Positions by their codes, in whatever state; codes that are none are left out. Locks nothing. */
export async function lookupPositions(
  tx: Tx,
  codes: readonly string[],
): Promise<ReadonlyMap<string, PublishedPosition>> {
  if (codes.length === 0) return new Map();
  const rows = await db(tx)
    .selectFrom("position")
    .selectAll()
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.code, row]));
}
