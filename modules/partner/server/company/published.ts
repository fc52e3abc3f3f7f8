import { lookupOrganizations } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { type NotNull, sql } from "kysely";
import type { PartnerFlag } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { PartnerRow } from "./tables.ts";

/** The data of a partner that other modules may know. */
export type PublishedPartner = Pick<
  PartnerRow,
  | "id"
  | "partnerNo"
  | "fullName"
  | "shortName"
  | "uscc"
  | "kinds"
  | "level"
  | "state"
  | "orgId"
  | "regionId"
  | "cityCodes"
  | "managerId"
  | "flags"
>;

const columns = [
  "id",
  "partnerNo",
  "fullName",
  "shortName",
  "uscc",
  "kinds",
  "level",
  "state",
  "orgId",
  "regionId",
  "cityCodes",
  "managerId",
  "flags",
] as const;

/** Finds partners in any state, without regard to the scope. Unknown ids are left out. Locks nothing. */
export async function lookupPartners(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PublishedPartner>> {
  if (ids.length === 0) return new Map();
  const rows = await db(tx)
    .selectFrom("partner")
    .select(columns)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Finds the partner that owns an organisation or the nearest one above it; null for organisations of the brand. Locks
 * nothing.
 */
export async function partnerAbove(tx: Tx, orgId: string): Promise<PublishedPartner | null> {
  return (await partnersAbove(tx, [orgId])).get(orgId) ?? null;
}

/**
 * Finds a partner in any state and lets nobody stop or resume it before the end of the transaction. Its things are locked
 * after it, as a suspension does, so that neither waits for the other.
 */
export async function holdPartner(tx: Tx, id: string): Promise<PublishedPartner | null> {
  const found = db(tx).selectFrom("partner").select(columns).where("id", "=", id).forShare();
  return (await found.executeTakeFirst()) ?? null;
}

/** Holds the partner that `partnerAbove` finds. */
export async function holdPartnerAbove(tx: Tx, orgId: string): Promise<PublishedPartner | null> {
  const above = await partnerAbove(tx, orgId);
  return above && holdPartner(tx, above.id);
}

/** Does the same as `partnerAbove` for many. Organisations of the brand are left out. */
export async function partnersAbove(tx: Tx, orgIds: readonly string[]): Promise<ReadonlyMap<string, PublishedPartner>> {
  const lines = [...(await lookupOrganizations(tx, orgIds)).values()].map(
    ({ id, path }) => [id, path.split("/").filter(Boolean)] as const,
  );
  const above = [...new Set(lines.flatMap(([, line]) => line))];
  if (above.length === 0) return new Map();
  const owners = await db(tx)
    .selectFrom("partner")
    .select(columns)
    .where(sql<boolean>`org_id = any(${above}::uuid[])`)
    .$narrowType<{ orgId: NotNull }>()
    .execute();
  const byOrganization = new Map(owners.map((owner) => [owner.orgId, owner]));
  return new Map(
    lines.flatMap(([id, line]) => {
      const nearest = byOrganization.get(line.findLast((one) => byOrganization.has(one)) ?? "");
      return nearest ? [[id, nearest] as const] : [];
    }),
  );
}

/**
 * Lists what the partner may do now: the flags of its contract without those that are switched off. Empty for an
 * unknown partner.
 */
export async function liveFlags(tx: Tx, partnerId: string): Promise<readonly PartnerFlag[]> {
  return (await lookupPartners(tx, [partnerId])).get(partnerId)?.flags ?? [];
}
