import { example, type ProductApp } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as partner from "../../contract/index.ts";
import { givenPartner, givenPartnerRole, givenStaff, givenStore, idNoOf } from "../testing.ts";

const reason = "原因";
let n = 0;

type Wishes = Partial<Omit<Parameters<typeof givenStaff>[1], "partner">>;

/** Makes a person of a partner, with the parameters of calls about the person. */
async function given(app: ProductApp, wishes: Wishes = {}) {
  const company = await givenPartner(app);
  const staff = await givenStaff(app, { partner: company, ...wishes });
  return { company, staff, params: { id: staff.id }, version: staff.version };
}

const fieldsOf = ({ roleIds }: { roleIds: string[] }) => ({
  name: "王小满",
  positionCode: "SALES",
  joinOn: "2026-01-05",
  contractType: "FULL" as const,
  roleIds,
});

/** Gives a person open work: the person becomes the leader of an organisation. */
async function givenWork(app: ProductApp, userId: string | null, organizationId: string | null): Promise<void> {
  await app.rows("update organization set leader_user_id = $1 where id = $2", [userId, organizationId]);
}

example(partner.createStaff, async (app) => {
  const company = await givenPartner(app);
  const { id } = await givenPartnerRole(app);
  const no = ++n;
  const identity = { phone: `1330000${String(no).padStart(4, "0")}`, idNo: idNoOf(60_000 + no) };
  return { input: { body: { ...fieldsOf({ roleIds: [id] }), ...identity, partnerId: company.id, storeId: null } } };
});
example(partner.editStaff, async (app) => {
  const { staff, params, version } = await given(app);
  return { input: { params, body: { ...fieldsOf(staff), version } } };
});
example(partner.approveStaff, async (app) => {
  const { params, version } = await given(app, { state: "REVIEW" });
  return { input: { params, body: { version } } };
});
example(partner.rejectStaff, async (app) => {
  const { params, version } = await given(app, { state: "REVIEW" });
  return { input: { params, body: { reason, version } } };
});
example(partner.saveStaffCert, async (app) => {
  const { params, version } = await given(app);
  const cert = { code: "SALES", score: 90, gotOn: "2026-01-01", validTo: "2029-01-01" };
  return { input: { params, body: { ...cert, version } } };
});
example(partner.waiveStaffCerts, async (app) => {
  const { params, version } = await given(app, { state: "TRAINING" });
  return { input: { params, body: { reason, version } } };
});
example(partner.openStaffAccount, async (app) => {
  const { params, version } = await given(app, { state: "TRAINING", certWaiver: "资深" });
  return { input: { params, body: { version } } };
});
for (const endpoint of [partner.resetStaffPassword, partner.freezeStaffAccount, partner.lockStaffAccount]) {
  example(endpoint, async (app) => {
    const { params, version } = await given(app);
    return { input: { params, body: { reason, version } } };
  });
}

async function givenFrozen(app: ProductApp, source: string) {
  const { params, version } = await given(app);
  await app.rows("update partner_staff set freeze_sources = array[$2] where id = $1", [params.id, source]);
  return { params, version };
}
example(partner.sendUnfreezeCode, async (app) => {
  const { params, version } = await givenFrozen(app, "INACTIVE");
  return { input: { params, body: { version } } };
});
example(partner.unfreezeStaffAccount, async (app) => {
  const { params, version } = await givenFrozen(app, "MANUAL");
  return { input: { params, body: { source: "MANUAL" as const, reason, version } } };
});
example(partner.unlockStaffAccount, async (app) => {
  const { params, version } = await givenFrozen(app, "SECURITY");
  return { input: { params, body: { reason, version } } };
});
example(partner.moveStaff, async (app) => {
  const { company, params, version } = await given(app);
  const { id: storeId } = await givenStore(app, company);
  return { input: { params, body: { storeId, reason, version } } };
});
example(partner.rehireStaff, async (app) => {
  const { staff, params, version } = await given(app, { state: "LEFT" });
  const { name: _name, ...told } = fieldsOf(staff);
  return { input: { params, body: { ...told, storeId: null, version } } };
});
example(partner.handOverStaff, async (app) => {
  const { company, staff, params, version } = await given(app);
  const taker = await givenStaff(app, { partner: company });
  await givenWork(app, staff.userId, company.orgId);
  // the account is active, as after the first sign-in
  await app.rows("update app_user set status = 'ACTIVE' where id = $1", [taker.userId]);
  const receivers = [{ kind: "authority.organizations", toStaffId: taker.id }];
  return { input: { params, body: { receivers, reason, version } } };
});
example(partner.leaveStaff, async (app) => {
  const { params, version } = await given(app);
  const body = { leaveOn: "2026-01-06", receivers: [], isEmergency: false, reason, version };
  return { input: { params, body } };
});

example(partner.approveStaffs, async (app) => {
  const { params, version } = await given(app, { state: "REVIEW" });
  return { input: { body: { staffs: [{ ...params, version }] } } };
});
example(partner.freezeStaffs, async (app) => {
  const { params, version } = await given(app);
  return { input: { body: { staffs: [{ ...params, version }], reason } } };
});
example(partner.unfreezeStaffs, async (app) => {
  const { params, version } = await givenFrozen(app, "MANUAL");
  return { input: { body: { staffs: [{ ...params, version }], reason } } };
});

example(partner.addToBlacklist, async () => {
  const entry = { name: "某某", idNo: idNoOf(70_000 + ++n), phone: null, reason, untilOn: null };
  return { input: { body: entry } };
});
example(partner.removeFromBlacklist, async (app) => {
  const id = newId();
  await app.rows(
    `insert into partner_blacklist (id, created_at, created_by, updated_at, updated_by, name, phone_hash, phone_masked, reason)
     values ($1::uuid, now(), $1, now(), $1, '某某', decode(replace($1::text, '-', ''), 'hex'), '133****0000', '飞单')`,
    [id],
  );
  return { input: { params: { id }, query: { version: 1 } } };
});
