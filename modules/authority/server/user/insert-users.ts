import type { BodyOf } from "@ops/platform/contract";
import { insertRecords, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { checkValidity, requireFreePhones, requireFreeStaffNos } from "../person/guards.ts";
import { type UserRow, users } from "../person/tables.ts";

type Body = BodyOf<typeof contract.createUser>;

interface Newcomer extends Omit<Body, "memberships" | "gender">, Partial<Pick<Body, "gender">> {
  readonly passwordHash: string;
  readonly source: "MANUAL" | "IMPORT" | "STAFF";
  readonly fenceOrgId?: string | null;
}

/** Inserts accounts without posts. If one of them is refused, none is inserted. */
export async function insertUsers(tx: Tx, newcomers: readonly Newcomer[]): Promise<UserRow[]> {
  for (const { userType, validUntil } of newcomers) checkValidity(tx, userType, validUntil);
  await requireFreePhones(
    tx,
    newcomers.map(({ mobilePhone }) => mobilePhone),
  );
  const staffNos = newcomers.flatMap(({ staffNo }) => staffNo ?? []);
  if (staffNos.length > 0) await requireFreeStaffNos(tx, staffNos);
  return insertRecords(
    tx,
    users,
    newcomers.map((newcomer) => ({ ...blank, ...newcomer, pwdUpdatedAt: tx.now })),
  );
}

const blank = {
  gender: null,
  avatarFileId: null,
  boolAdmin: false,
  status: "PENDING",
  mustChangePwd: true,
  lastLoginAt: null,
  lastLoginIp: null,
  lastActiveAt: null,
  reactivatedAt: null,
  lastOrganizationId: null,
  staffId: null,
  fenceOrgId: null,
  frozenReason: null,
  readOnly: false,
} as const;
