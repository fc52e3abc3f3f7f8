import { accountsOf, organizationNames, partnerRoles } from "@ops/authority/server";
import { type AnswerFrom, dayOf } from "@ops/platform/contract";
import { onlyOf, type Tx } from "@ops/platform/server";
import { type getStaff, type listStaffs, partnerKinds } from "../../contract/index.ts";
import { db } from "../database.ts";
import { requiredCertsOf } from "./params.ts";
import { missingCerts, standingsOf } from "./standing.ts";
import type { StaffRow } from "./tables.ts";

type Presented = AnswerFrom<typeof listStaffs>["list"][number];
type PresentedDetail = AnswerFrom<typeof getStaff>;

/** Presents people as the list shows them. Sealed fields show their masks. */
export async function presentStaffs(tx: Tx, rows: readonly StaffRow[]): Promise<Presented[]> {
  const [partners, stores, accounts, roles, standings] = await Promise.all([
    partnersOf(tx, rows),
    organizationNames(
      tx,
      rows.flatMap(({ storeId }) => storeId ?? []),
    ),
    accountsOf(
      tx,
      rows.flatMap(({ userId }) => userId ?? []),
    ),
    namesOfRoles(tx),
    standingsOf(
      tx,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => {
    const partner = partners.get(row.partnerId);
    const standing = standings.get(row.id);
    return {
      ...row,
      phone: row.phoneMasked,
      idNo: row.idNoMasked,
      partnerNo: partner?.partnerNo ?? "",
      partnerName: partner?.shortName ?? "",
      storeName: row.storeId ? (stores.get(row.storeId) ?? null) : null,
      account: accountOf(row),
      certStanding: standing?.standing ?? "MISSING",
      certEndsOn: standing?.endsOn ?? null,
      roleNames: row.roleIds.flatMap((id) => roles.get(id) ?? []),
      lastLoginAt: (row.userId && accounts.get(row.userId)?.lastLoginAt) || null,
    };
  });
}

function accountOf({ userId, state, freezeSources: sources, isReadOnly }: StaffRow): Presented["account"] {
  if (userId === null) return "NONE";
  if (state !== "ACTIVE") return state === "LEAVING" ? "FROZEN" : "CLOSED";
  if (sources.length > 0) return "FROZEN";
  return isReadOnly ? "READ_ONLY" : "USABLE";
}

export async function presentDetail(tx: Tx, row: StaffRow): Promise<PresentedDetail> {
  const presented = onlyOf(await presentStaffs(tx, [row]));
  const { partnerName, storeName, roleNames } = presented;
  return {
    ...presented,
    certs: await certsOf(tx, row),
    missingCerts: await missingCerts(tx, row),
    certWaiver: row.certWaiver,
    reach: reachOf({ partnerName, storeName, roleNames }),
    activatedAt: row.activatedAt,
    submittedByName: await tx.personName(row.submittedBy),
  };
}

/** Describes what the account can see, in words for people who do not know data scopes. */
function reachOf({ partnerName, storeName, roleNames }: Pick<Presented, "partnerName" | "storeName" | "roleNames">) {
  const place = storeName ? `${partnerName} · ${storeName}` : `${partnerName}全公司`;
  const can = roleNames.length > 0 ? `按角色「${roleNames.join("」「")}」使用功能` : "还没有角色，登录后看不到任何功能";
  return [`最多看到${place}的数据，看不到其他伙伴和品牌内部数据`, can];
}

async function certsOf(tx: Tx, { id, positionCode }: StaffRow): Promise<PresentedDetail["certs"]> {
  const required = requiredCertsOf(tx).get(positionCode) ?? [];
  const held = await db(tx)
    .selectFrom("partnerStaffCert")
    .select(["code", "score", "gotOn", "validTo"])
    .where("staffId", "=", id)
    .orderBy("validTo")
    .execute();
  const today = dayOf(tx.now);
  return held.map((cert) => ({ ...cert, isExpired: cert.validTo < today, isRequired: required.includes(cert.code) }));
}

async function partnersOf(tx: Tx, rows: readonly StaffRow[]) {
  if (rows.length === 0) return new Map<string, { partnerNo: string; shortName: string }>();
  const ids = [...new Set(rows.map(({ partnerId }) => partnerId))];
  const found = await db(tx)
    .selectFrom("partner")
    .select(["id", "partnerNo", "shortName"])
    .where("id", "in", ids)
    .execute();
  return new Map(found.map((partner) => [partner.id, partner]));
}

async function namesOfRoles(tx: Tx): Promise<Map<string, string>> {
  const roles = await partnerRoles(tx, Object.keys(partnerKinds));
  return new Map(roles.map(({ id, name }) => [id, name]));
}
