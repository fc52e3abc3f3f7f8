import {
  type AuthorityTestApp,
  type GivenOrganization,
  givenOrganization,
  givenRole,
} from "@ops/authority/server/testing";
import { idNumberCheck } from "@ops/platform/contract";
import { insertRecord } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import type { PartnerRow } from "./company/tables.ts";
import { certifyIfReady } from "./staff/account/account.ts";
import { type StaffRow, staffs } from "./staff/tables.ts";

const nextStaff = startSeries();

/** Makes the id number of an invented person. */
export function idNoOf(n: number): string {
  const first = `11010119900101${String(n % 1000).padStart(3, "0")}`.replace(
    /^110101/,
    String(110_101 + Math.floor(n / 1000)),
  );
  return first + idNumberCheck(first);
}

/** Makes a role that people of these kinds of partners may get. */
export async function givenPartnerRole(
  app: AuthorityTestApp,
  wishes: { permissionCodes?: string[]; partnerKinds?: string[]; name?: string } = {},
): Promise<{ id: string; name: string }> {
  const { permissionCodes = ["partner:staff:view"], partnerKinds = ["AGENT"], name } = wishes;
  const role = await givenRole(app, { permissionCodes, dataScope: "ORG_TREE", ...(name ? { name } : {}) });
  await app.rows("update role set partner_kinds = $2 where id = $1", [role.id, partnerKinds]);
  return role;
}

/** Makes a store of the partner in the authority module, or a delivery centre. */
export async function givenStore(
  app: AuthorityTestApp,
  { orgId }: PartnerRow,
  type: "STORE" | "DELIVERY" = "STORE",
): Promise<GivenOrganization> {
  const [parent] = await app.rows<GivenOrganization>("select id, name, path, level from organization where id = $1", [
    orgId,
  ]);
  if (!parent) throw new Error("the partner has no organisation");
  return givenOrganization(app, { type, parent });
}

type SealedColumn = `${"phone" | "idNo"}${"Cipher" | "Hash" | "Masked"}`;
type Wishes = Partial<Omit<StaffRow, SealedColumn>> & {
  readonly partner: PartnerRow;
  readonly phone?: string;
  readonly idNo?: string;
};

/**
 * Makes a person of the partner, by default 在职 with a real account that was opened while the partner worked.
 * Certificates are waived.
 */
export async function givenStaff(
  app: AuthorityTestApp,
  { partner, phone, idNo, ...wishes }: Wishes,
): Promise<StaffRow> {
  const n = nextStaff();
  const roleIds = wishes.roleIds ?? [(await givenPartnerRole(app)).id];
  return app.arrange(async (tx) => {
    const { state = "ACTIVE", ...rest } = wishes;
    const inserted = await insertRecord(tx, staffs, {
      staffNo: `HBY${String(9_000_000 + n)}`,
      name: `员工${n}`,
      phone: phone ?? `1360000${String(n).padStart(4, "0")}`,
      idNo: idNo ?? idNoOf(5_000 + n),
      partnerId: partner.id,
      orgId: rest.storeId ?? partner.orgId ?? "",
      positionCode: "SALES",
      joinOn: "2026-01-05",
      leaveOn: state === "LEFT" ? "2026-06-30" : null,
      contractType: "FULL",
      submittedBy: tx.actor.userId,
      certWaiver: state === "ACTIVE" ? "测试" : null,
      ...rest,
      roleIds,
      state: state === "ACTIVE" ? "TRAINING" : state,
    });
    return state === "ACTIVE" ? certifyIfReady(tx, inserted, { ...partner, state: "ACTIVE" }) : inserted;
  });
}
