import assert from "node:assert/strict";
import { accountsOf } from "@ops/authority/server";
import type { AuthorityTestApp, TestClient } from "@ops/authority/server/testing";
import { dayOf } from "@ops/platform/contract";
import type { Schedule } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { givenPartnerRole, givenStaff, idNoOf } from "../testing.ts";
import type { StaffRow } from "./tables.ts";

export const STAFF_CODES = [
  "view",
  "edit",
  "approve",
  "account",
  "freeze",
  "certify",
  "waive",
  "security",
  "leave",
].map((act) => `partner:staff:${act}`);

export const refusal = ({ success, msgCode, msg }: { success: boolean; msgCode: string; msg: string }) => [
  success,
  msgCode,
  msg,
];

/** Makes the helpers for tests about people of partners. */
export function staffStory(app: AuthorityTestApp) {
  let n = 0;

  /** Makes a valid form. Phone and id number are new each time. */
  const formOf = async (partner: PartnerRow) => {
    const role = await givenPartnerRole(app);
    const no = ++n;
    return {
      partnerId: partner.id,
      name: "王小满",
      phone: `1350000${String(no).padStart(4, "0")}`,
      idNo: idNoOf(no),
      storeId: null,
      positionCode: "ADMIN", // this position requires no certificate
      joinOn: "2026-03-01",
      contractType: "FULL" as const,
      roleIds: [role.id],
    };
  };

  const hq = () => app.signIn({ permissions: [...STAFF_CODES, "partner:staff:blacklist"], scope: "ALL" });
  /** Signs in somebody who manages only the partner's own people. */
  const adminOf = ({ orgId }: PartnerRow, permissions = STAFF_CODES) =>
    app.signIn({ permissions, scope: "ORG_TREE", organization: { id: orgId ?? "" } });

  const added = async (
    client: TestClient,
    partner: PartnerRow,
    wishes: Partial<Awaited<ReturnType<typeof formOf>>> = {},
  ) => {
    const answer = await client.call(contract.createStaff, { body: { ...(await formOf(partner)), ...wishes } });
    assert.equal(answer.success, true, answer.msg);
    return answer.data;
  };

  const rowOf = async ({ id }: { id: string }) => {
    const [row] = await app.rows<Pick<StaffRow, "userId" | "version" | "state"> & { sources: string[] }>(
      `select user_id as "userId", version, state, freeze_sources as sources from partner_staff where id = $1`,
      [id],
    );
    assert.ok(row);
    return row;
  };
  const sourcesOf = async (staff: { id: string }) => (await rowOf(staff)).sources;

  /** Tells whether the account is usable, according to the authority module. */
  const isUsable = async ({ userId }: Pick<StaffRow, "userId">) => {
    const account = (await app.arrange((tx) => accountsOf(tx, [userId ?? ""]))).get(userId ?? "");
    return account !== undefined && account.status !== "LEFT" && account.frozenReason === null;
  };

  const run = (schedule: Schedule) => schedule.run({ step: (act) => app.arrange(act) });
  const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));
  const certOf = (code: string, days: number) => ({ code, score: 90, gotOn: "2026-01-10", validTo: dayIn(days) });

  /** Makes a salesperson whose certificates end in so many days and have opened the account. */
  const givenSales = async (partner: PartnerRow, days: number) => {
    const staff = await givenStaff(app, { partner, state: "TRAINING" });
    const admin = await adminOf(partner);
    let { version } = staff;
    for (const code of ["SALES", "PRODUCT"]) {
      const answer = await admin.call(contract.saveStaffCert, {
        params: { id: staff.id },
        body: { ...certOf(code, days), version },
      });
      assert.equal(answer.success, true, answer.msg);
      version = answer.data.version;
    }
    return { staff: { ...staff, userId: (await rowOf(staff)).userId, version } };
  };

  return { formOf, hq, adminOf, added, rowOf, sourcesOf, isUsable, run, dayIn, certOf, givenSales };
}
