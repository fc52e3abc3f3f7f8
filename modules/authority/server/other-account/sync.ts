import { changeRecord, insertRecord, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { lockIdentity } from "./bind.ts";
import { type OtherAccountRow, otherAccounts } from "./tables.ts";

/** Somebody as another platform knows him. */
export interface ExternalIdentity {
  readonly externalId: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly staffNo: string | null;
}

export interface SyncedAccounts {
  readonly bound: number;
  readonly conflicts: number;
  /** Nobody here has the phone or the staff number. */
  readonly unknown: number;
}

/**
 * Binds the identities of a platform to the people with the same phone or staff number. What cannot be decided becomes a
 * conflict, solved by hand: two candidates (AU-R50), or an identity that was unbound before, be it because its person has
 * left (AU-R57).
 */
export async function syncOtherAccounts(
  tx: Tx,
  platform: string,
  identities: readonly ExternalIdentity[],
): Promise<SyncedAccounts> {
  const counts = { bound: 0, conflicts: 0, unknown: 0 };
  const inOrder = [...identities].sort((a, b) => (a.externalId < b.externalId ? -1 : 1)); // two syncs wait, never for each other
  for (const identity of inOrder) counts[await syncOne(tx, platform, identity)]++;
  return counts;
}

async function syncOne(tx: Tx, platform: string, identity: ExternalIdentity): Promise<keyof SyncedAccounts> {
  const known = await lockIdentity(tx, platform, identity.externalId);
  const { name: externalName, phone: externalPhone, staffNo: externalStaffNo } = identity;
  const facts = { externalName, externalPhone, externalStaffNo };
  if (known?.status === "BOUND") {
    await refresh(tx, known, facts);
    return "bound";
  }
  const candidates = await peopleLike(tx, identity);
  if (!known && candidates.length === 0) return "unknown";
  const verdict = verdictOn(known, candidates);
  const values = { ...facts, ...verdict, boundAt: verdict.status === "BOUND" ? tx.now : null };
  if (known) await changeRecord(tx, otherAccounts, known, values);
  else
    await insertRecord(tx, otherAccounts, { platform, externalId: identity.externalId, bindKind: "SYNC", ...values });
  return verdict.status === "BOUND" ? "bound" : "conflicts";
}

function verdictOn(known: OtherAccountRow | undefined, candidates: readonly { id: string; status: string }[]) {
  const candidateUserIds = candidates.filter(({ status }) => status !== "LEFT").map(({ id }) => id);
  const conflict = (conflictReason: string) => ({
    status: "CONFLICT" as const,
    userId: known?.userId ?? null,
    candidateUserIds,
    conflictReason,
  });
  if (known?.status === "CONFLICT") return conflict(known.conflictReason ?? "匹配到多名用户");
  if (known) return conflict("账号曾解绑，同步时再次出现");
  if (candidates.some(({ status }) => status === "LEFT")) return conflict("匹配到的用户已离职");
  const [only, ...others] = candidates;
  if (!only || others.length > 0) return conflict("匹配到多名用户");
  return { status: "BOUND" as const, userId: only.id, candidateUserIds: [], conflictReason: null };
}

/** Who has the same phone or staff number (AU-R50). */
function peopleLike(tx: Tx, { phone, staffNo }: ExternalIdentity) {
  return db(tx)
    .selectFrom("appUser")
    .select(["id", "status"])
    .where("deletedAt", "is", null)
    .where("userType", "<>", "SERVICE")
    .where((eb) => eb.or([eb("mobilePhone", "=", phone ?? ""), eb("staffNo", "=", staffNo ?? "")]))
    .orderBy("id")
    .execute();
}

async function refresh(
  tx: Tx,
  known: OtherAccountRow,
  facts: Pick<OtherAccountRow, "externalName" | "externalPhone" | "externalStaffNo">,
): Promise<void> {
  const isSame = known.externalName === facts.externalName && known.externalPhone === facts.externalPhone;
  if (!isSame || known.externalStaffNo !== facts.externalStaffNo) await changeRecord(tx, otherAccounts, known, facts);
}
