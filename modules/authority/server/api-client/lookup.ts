import { runShaped, type Tx } from "@ops/platform/server";
import type { InferResult } from "kysely";
import { db } from "../database.ts";

/** A client with everything that its calls need, loaded by one query with one index lookup. */
export type FoundClient = InferResult<ReturnType<typeof clientQuery>>[number] & { readonly permissionVersion: number };

export async function findClient(tx: Tx, ak: string): Promise<FoundClient | null> {
  const asked = { shape: "the client of an AK", values: [ak] };
  const [row] = await runShaped<FoundClient>(tx.kysely, asked, () => clientQuery(tx).where("c.ak", "=", ak));
  return row ?? null;
}

export async function clientOf(tx: Tx, id: string): Promise<FoundClient | null> {
  const asked = { shape: "the client of an id", values: [id] };
  const [row] = await runShaped<FoundClient>(tx.kysely, asked, () => clientQuery(tx).where("c.id", "=", id));
  return row ?? null;
}

function clientQuery(tx: Tx) {
  return (
    db(tx)
      .selectFrom("apiClient as c")
      .innerJoin("organization as o", "o.id", "c.ownerOrgId")
      .innerJoin("appUser as u", "u.id", "c.ownerUserId")
      .leftJoin("appUser as lender", "lender.id", "c.actAsUserId")
      .select(["c.id", "c.version", "c.name", "c.skCipher", "c.keyNo", "c.previousSkCipher", "c.previousUntil"])
      .select(["c.status", "c.validUntil", "c.ipAllow", "c.ratePerMin", "c.interfaceIds", "c.actAsUserId"])
      .select(["c.ownerUserId", "c.createdBy", "c.updatedBy", "c.keyHolderIds", "c.previousHolderIds"])
      .select(["o.id as ownerOrgId", "o.path as ownerOrgPath", "o.status as ownerOrgStatus"])
      .select(["o.deletedAt as ownerOrgDeletedAt", "u.status as ownerStatus", "u.deletedAt as ownerDeletedAt"])
      // changes with every change of the lending account; null if no account lends rights
      .select("lender.version as lenderVersion")
      .select((eb) => eb.selectFrom("permissionVersion").select("value").as("permissionVersion"))
  );
}
