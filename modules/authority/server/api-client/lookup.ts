import { runShaped, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";

/** A client with all that its calls ask for: one query, one index probe. */
export interface FoundClient {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly skCipher: Buffer;
  readonly keyNo: number;
  readonly previousSkCipher: Buffer | null;
  readonly previousUntil: Date | null;
  readonly status: "ACTIVE" | "DISABLED" | "EXPIRED";
  readonly validUntil: string | null;
  readonly ipAllow: readonly string[];
  readonly ratePerMin: number;
  readonly interfaceIds: readonly string[];
  readonly actAsUserId: string | null;
  readonly ownerUserId: string;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly keyHolderIds: readonly string[];
  readonly previousHolderIds: readonly string[];
  readonly ownerOrgId: string;
  readonly ownerOrgPath: string;
  readonly ownerOrgStatus: "ENABLED" | "DISABLED";
  readonly ownerOrgDeletedAt: Date | null;
  readonly ownerStatus: string;
  readonly ownerDeletedAt: Date | null;
  readonly permissionVersion: number;
  /** Moves with every change of the account that lends its rights; null where none does. */
  readonly lenderVersion: number | null;
}

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
  return db(tx)
    .selectFrom("apiClient as c")
    .innerJoin("organization as o", "o.id", "c.ownerOrgId")
    .innerJoin("appUser as u", "u.id", "c.ownerUserId")
    .leftJoin("appUser as lender", "lender.id", "c.actAsUserId")
    .select(["c.id", "c.version", "c.name", "c.skCipher", "c.keyNo", "c.previousSkCipher", "c.previousUntil"])
    .select(["c.status", "c.validUntil", "c.ipAllow", "c.ratePerMin", "c.interfaceIds", "c.actAsUserId"])
    .select(["c.ownerUserId", "c.createdBy", "c.updatedBy", "c.keyHolderIds", "c.previousHolderIds"])
    .select(["o.id as ownerOrgId", "o.path as ownerOrgPath", "o.status as ownerOrgStatus"])
    .select(["o.deletedAt as ownerOrgDeletedAt", "u.status as ownerStatus", "u.deletedAt as ownerDeletedAt"])
    .select("lender.version as lenderVersion")
    .select((eb) => eb.selectFrom("permissionVersion").select("value").as("permissionVersion"));
}
