import assert from "node:assert/strict";
import { test } from "node:test";
import { accountsOf } from "@ops/authority/server";
import { dayOf } from "@ops/platform/contract";
import type { Schedule } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../partner/tables.ts";
import { givenPartner, givenPartnerRole, givenStaff, testApp } from "../testing.ts";
import { expireCerts, freezeInactive, remindOfCerts } from "./expire.ts";
import { freezeStaff, unfreezeStaff } from "./freeze.ts";
import type { StaffRow } from "./tables.ts";

const app = testApp();
const CODES = ["view", "edit", "freeze", "certify", "waive", "security", "account"].map(
  (act) => `partner:staff:${act}`,
);
const adminOf = ({ orgId }: PartnerRow) =>
  app.signIn({ permissions: CODES, scope: "ORG_TREE", organization: { id: orgId ?? "" } });

const run = (schedule: Schedule) => schedule.run({ step: (act) => app.arrange(act) });
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));
const refusal = ({ success, msgCode, msg }: { success: boolean; msgCode: string; msg: string }) => [
  success,
  msgCode,
  msg,
];

async function sourcesOf({ id }: { id: string }): Promise<string[]> {
  const [row] = await app.rows<{ sources: string[] }>(
    "select freeze_sources as sources from partner_staff where id = $1",
    [id],
  );
  return row?.sources ?? [];
}

/** Whether the account can be used, as authority sees it. */
async function isUsable({ userId }: StaffRow): Promise<boolean> {
  const account = (await app.arrange((tx) => accountsOf(tx, [userId ?? ""]))).get(userId ?? "");
  return account !== undefined && account.status !== "LEFT" && account.frozenReason === null;
}

const certOf = (code: string, days: number) => ({ code, score: 90, gotOn: "2026-01-10", validTo: dayIn(days) });

/** A salesperson whose certificates end in so many days; his account was opened by them. */
async function givenSales(partner: PartnerRow, days: number) {
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
  const [row] = await app.rows<{ userId: string }>('select user_id as "userId" from partner_staff where id = $1', [
    staff.id,
  ]);
  return { staff: { ...staff, userId: row?.userId ?? null, version } };
}

test("PT-R12 the last required certificate opens the account; before it 开通 tells what is missing", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const staff = await givenStaff(app, { partner, state: "TRAINING" });
  const params = { id: staff.id };
  const early = await admin.call(contract.openStaffAccount, { params, body: { version: staff.version } });
  assert.deepEqual(refusal(early), [false, "PARTNER_STAFF_CERTS", "尚未取得认证：销售顾问认证、产品知识认证"]);
  const one = await admin.call(contract.saveStaffCert, {
    params,
    body: { ...certOf("SALES", 200), version: staff.version },
  });
  assert.deepEqual(
    [one.data.state, one.data.certStanding, one.data.missingCerts],
    ["TRAINING", "MISSING", ["PRODUCT"]],
  );
  const two = await admin.call(contract.saveStaffCert, {
    params,
    body: { ...certOf("PRODUCT", 20), version: one.data.version },
  });
  assert.deepEqual(
    [two.data.state, two.data.account, two.data.certStanding, two.data.certEndsOn],
    ["ACTIVE", "USABLE", "ENDING", dayIn(20)],
  );
});

test("PT-R12 past its last day a certificate freezes the account; its renewal gives it back by itself", async () => {
  const partner = await givenPartner(app);
  const { staff } = await givenSales(partner, 3);
  app.passTime(3 * 86_400);
  await run(expireCerts);
  assert.deepEqual(await sourcesOf(staff), []); // the last day still counts
  app.passTime(86_400);
  await run(expireCerts);
  await run(expireCerts); // told twice, it changes nothing
  assert.deepEqual(await sourcesOf(staff), ["CERT_EXPIRED"]);
  assert.equal(await isUsable(staff), false);
  const admin = await adminOf(partner);
  const [{ version } = { version: 0 }] = await app.rows<{ version: number }>(
    "select version from partner_staff where id = $1",
    [staff.id],
  );
  const half = await admin.call(contract.saveStaffCert, {
    params: { id: staff.id },
    body: { ...certOf("SALES", 300), version },
  });
  assert.deepEqual(half.data.freezeSources, ["CERT_EXPIRED"]); // 产品知识 is still over
  const whole = await admin.call(contract.saveStaffCert, {
    params: { id: staff.id },
    body: { ...certOf("PRODUCT", 300), version: half.data.version },
  });
  assert.deepEqual([whole.data.freezeSources, whole.data.account], [[], "USABLE"]);
  assert.equal(await isUsable(staff), true);
});

test("PT-R12 people are told 30 and 7 days before, once each", async () => {
  const partner = await givenPartner(app);
  const { staff } = await givenSales(partner, 31);
  const told = async () => {
    const rows = await app.rows<{ content: string }>(
      "select content from notice where user_id = $1 and merge_key like 'partner.cert:%' order by id",
      [staff.userId],
    );
    return rows.length;
  };
  await run(remindOfCerts);
  assert.equal(await told(), 0);
  app.passTime(86_400);
  await run(remindOfCerts);
  await run(remindOfCerts);
  assert.equal(await told(), 2); // two certificates
  app.passTime(23 * 86_400);
  await run(remindOfCerts);
  await run(remindOfCerts);
  assert.equal(await told(), 4);
});

test("PT-R12 HQ waives the certificates of one person, with a reason", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const staff = await givenStaff(app, { partner, state: "TRAINING" });
  const waived = await admin.call(contract.waiveStaffCerts, {
    params: { id: staff.id },
    body: { reason: "资深员工", version: staff.version },
  });
  assert.deepEqual(
    [waived.data.state, waived.data.certStanding, waived.data.certWaiver],
    ["ACTIVE", "WAIVED", "资深员工"],
  );
});

test("PT-R13 whoever has not signed in for 60 days is frozen, and comes back with a code from the own phone", async () => {
  const partner = await givenPartner(app);
  const phone = "13677770001";
  const staff = await givenStaff(app, { partner, phone });
  app.passTime(59 * 86_400);
  await run(freezeInactive);
  assert.deepEqual(await sourcesOf(staff), []);
  app.passTime(2 * 86_400);
  await run(freezeInactive);
  assert.deepEqual(await sourcesOf(staff), ["INACTIVE"]);
  assert.equal(await isUsable(staff), false);
  const admin = await adminOf(partner);
  const params = { id: staff.id };
  const { version } = (await admin.call(contract.getStaff, { params })).data;
  const body = { source: "INACTIVE" as const, reason: "本人仍在岗", version };
  const without = await admin.call(contract.unfreezeStaffAccount, { params, body });
  assert.deepEqual(refusal(without), [false, "PARTNER_STAFF_CODE", "验证码错误或已过期"]);
  const sent = await admin.call(contract.sendUnfreezeCode, { params, body: { version } });
  assert.equal(sent.success, true, sent.msg);
  const [message] = await app.rows<{ params: { code: string } }>(
    "select params from sms_outbox where mobile_phone = $1 and template_code = 'CONFIRM_CODE' order by id desc limit 1",
    [phone],
  );
  const code = message?.params.code ?? "";
  const wrong = await admin.call(contract.unfreezeStaffAccount, {
    params,
    body: { ...body, code: code === "000000" ? "000001" : "000000" },
  });
  assert.equal(wrong.msgCode, "PARTNER_STAFF_CODE");
  const thawed = await admin.call(contract.unfreezeStaffAccount, { params, body: { ...body, code } });
  assert.deepEqual([thawed.data.freezeSources, thawed.data.account], [[], "USABLE"], thawed.msg);
  assert.equal(await isUsable(staff), true);
});

test("section 2.3: the account is usable when no source is left and not before", async () => {
  const partner = await givenPartner(app);
  const staff = await givenStaff(app, { partner });
  await app.arrange((tx) => freezeStaff(tx, staff, "PARTNER_SUSPEND"));
  await app.arrange((tx) => freezeStaff(tx, staff, "MANUAL"));
  await app.arrange((tx) => unfreezeStaff(tx, staff, "PARTNER_SUSPEND"));
  assert.deepEqual([await sourcesOf(staff), await isUsable(staff)], [["MANUAL"], false]);
  const admin = await adminOf(partner);
  const { data } = await admin.call(contract.getStaff, { params: { id: staff.id } });
  assert.deepEqual([data.account, data.freezeSources], ["FROZEN", ["MANUAL"]]);
  await app.arrange((tx) => unfreezeStaff(tx, staff, "MANUAL"));
  assert.equal(await isUsable(staff), true);
});

test("section 3.3: a frozen person's open page is refused at the next call; what HQ froze no administrator takes back", async () => {
  const partner = await givenPartner(app);
  const role = await givenPartnerRole(app, { permissionCodes: ["partner:staff:view"] });
  const staff = await givenStaff(app, { partner, roleIds: [role.id] });
  const user = { id: staff.userId ?? "", userName: staff.name, mobilePhone: "", staffNo: staff.staffNo, version: 1 };
  const person = await app.clientOf(user, [partner.orgId ?? ""]);
  assert.equal((await person.call(contract.listStaffs, {})).success, true);
  const admin = await adminOf(partner);
  const params = { id: staff.id };
  const frozen = await admin.call(contract.lockStaffAccount, {
    params,
    body: { reason: "异常导出", version: staff.version },
  });
  assert.deepEqual(frozen.data.freezeSources, ["SECURITY"]);
  assert.equal((await person.call(contract.listStaffs, {})).status, 401);
  const { version } = frozen.data;
  const back = await admin.call(contract.unfreezeStaffAccount, {
    params,
    body: { source: "MANUAL", reason: "误", version },
  });
  assert.deepEqual(refusal(back), [false, "PARTNER_STAFF_FROZEN", "账号未因【人工冻结】冻结"]);
  const told = await app.rows<{ content: string }>("select content from notice where user_id = $1", [staff.userId]);
  assert.match(told[0]?.content ?? "", /^账号已冻结：安全冻结，如有疑问请联系/);
  const only = await app.signIn({
    permissions: ["partner:staff:freeze"],
    scope: "ORG_TREE",
    organization: { id: partner.orgId ?? "" },
  });
  const refused = await only.call(contract.unlockStaffAccount, { params, body: { reason: "误", version } });
  assert.equal(refused.msgCode, "COMMON_FORBIDDEN");
});

test("lists find people by account, source, certificates and last sign-in", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const usable = await givenStaff(app, { partner });
  const frozen = await givenStaff(app, { partner });
  await app.arrange((tx) => freezeStaff(tx, frozen, "MANUAL"));
  const { staff: certified } = await givenSales(partner, 10);
  const training = await givenStaff(app, { partner, state: "TRAINING" });
  const ids = async (query: Parameters<typeof admin.call<typeof contract.listStaffs>>[1]["query"]) =>
    (await admin.call(contract.listStaffs, { query: { ...query } })).data.list.map(({ id }) => id).sort();
  const sorted = (...rows: { id: string }[]) => rows.map(({ id }) => id).sort();
  assert.deepEqual(await ids({ account: "FROZEN" }), sorted(frozen));
  assert.deepEqual(await ids({ account: "USABLE" }), sorted(usable, certified));
  assert.deepEqual(await ids({ account: "NONE" }), sorted(training));
  assert.deepEqual(await ids({ freezeSource: "MANUAL" }), sorted(frozen));
  assert.deepEqual(await ids({ certStanding: "ENDING" }), sorted(certified));
  assert.deepEqual(await ids({ certStanding: "MISSING" }), sorted(training));
  assert.deepEqual(await ids({ certStanding: "WAIVED" }), sorted(usable, frozen));
  assert.deepEqual(await ids({ lastLogin: "OVER_30" }), []);
  app.passTime(31 * 86_400);
  const later = await adminOf(partner);
  const idle = (await later.call(contract.listStaffs, { query: { lastLogin: "OVER_30" } })).data.list;
  assert.equal(idle.length, 3);
  const counts = (await later.call(contract.countStaffs, {})).data;
  assert.deepEqual(
    counts.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]),
    [
      ["TRAINING", 1],
      ["ACTIVE", 3],
    ],
  );
});
