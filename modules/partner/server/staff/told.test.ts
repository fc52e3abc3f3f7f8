import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { givenPartner, givenStaff, testApp } from "../testing.ts";
import { expireCerts, remindOfCerts } from "./account/expire.ts";
import { freezeStaff, unfreezeStaff } from "./account/freeze.ts";
import type { StaffRow } from "./tables.ts";
import { staffStory } from "./testing.ts";

const app = testApp();
const { adminOf, rowOf, sourcesOf, run, dayIn, certOf, givenSales } = staffStory(app);

const heardBy = async ({ userId }: Pick<StaffRow, "userId">, title: string) => {
  const rows = await app.rows<{ content: string }>(
    "select content from notice where user_id = $1 and title = $2 order by created_at, id",
    [userId, title],
  );
  return rows.map(({ content }) => content);
};
const givenAdmin = (partner: PartnerRow, name: string) => givenStaff(app, { partner, positionCode: "ADMIN", name });

test("PT-R20 the person, with whom to ask, and the administrators of the partner are notified of a frozen account", async () => {
  const partner = await givenPartner(app);
  const staff = await givenStaff(app, { partner, name: "被冻" });
  const frozen = () => heardBy(staff, "账号已冻结");
  await app.arrange((tx) => freezeStaff(tx, staff, "MANUAL"));
  assert.deepEqual(await frozen(), ["账号已冻结：人工冻结，如有疑问请联系管理员"], "there is none by name");
  await app.arrange((tx) => unfreezeStaff(tx, staff, "MANUAL"));
  await app.rows("delete from notice where user_id = $1", [staff.userId]);

  const [admin, second] = [await givenAdmin(partner, "甲管理"), await givenAdmin(partner, "乙管理")];
  const elsewhere = await givenAdmin(await givenPartner(app), "丙管理");
  const [colleague, leaving] = [await givenStaff(app, { partner }), await givenAdmin(partner, "离任管理")];
  await app.rows("update partner_staff set state = 'LEAVING' where id = $1", [leaving.id]);
  await app.arrange((tx) => freezeStaff(tx, staff, "SECURITY"));
  await app.arrange((tx) => freezeStaff(tx, staff, "SECURITY"));
  assert.deepEqual(await frozen(), ["账号已冻结：安全冻结，如有疑问请联系甲管理"], "told once");
  for (const one of [admin, second]) {
    assert.deepEqual(await heardBy(one, "账号已冻结"), ["被冻账号已冻结：安全冻结，如有疑问请联系甲管理"]);
  }
  for (const one of [elsewhere, colleague, leaving]) assert.deepEqual(await heardBy(one, "账号已冻结"), []);
  await app.rows("delete from notice where user_id = any($1::uuid[])", [[admin.userId, second.userId]]);

  await app.arrange((tx) => freezeStaff(tx, admin, "MANUAL"));
  assert.deepEqual(await heardBy(admin, "账号已冻结"), ["账号已冻结：人工冻结，如有疑问请联系乙管理"]);
  assert.equal((await heardBy(second, "账号已冻结")).length, 1);
  await app.rows("delete from notice where user_id = $1", [second.userId]);
  const other = await givenStaff(app, { partner });
  await app.arrange((tx) => freezeStaff(tx, other, "PARTNER_SUSPEND"));
  assert.equal((await heardBy(other, "账号已冻结")).length, 1);
  assert.deepEqual(await heardBy(second, "账号已冻结"), [], "of all their people at once they hear in one notice");
});

test("section 2.3: the account keeps the first reason, and whoever has no account yet is only noted", async () => {
  const partner = await givenPartner(app);
  const [staff, training] = [await givenStaff(app, { partner }), await givenStaff(app, { partner, state: "TRAINING" })];
  const reasonOf = async () => {
    const [row] = await app.rows<{ reason: string | null }>(
      "select frozen_reason as reason from app_user where id = $1",
      [staff.userId],
    );
    return row?.reason;
  };
  for (const source of ["SECURITY", "MANUAL"] as const) await app.arrange((tx) => freezeStaff(tx, staff, source));
  assert.deepEqual([await reasonOf(), await sourcesOf(staff)], ["安全冻结", ["MANUAL", "SECURITY"]]);
  const { version } = await rowOf(staff);
  await app.arrange((tx) => unfreezeStaff(tx, staff, "INACTIVE"));
  assert.equal((await rowOf(staff)).version, version, "what is not there is not taken back");
  await app.arrange((tx) => unfreezeStaff(tx, staff, "SECURITY"));
  assert.deepEqual([await reasonOf(), await sourcesOf(staff)], ["安全冻结", ["MANUAL"]]);
  await app.arrange((tx) => unfreezeStaff(tx, staff, "MANUAL"));
  assert.deepEqual([await reasonOf(), await sourcesOf(staff)], [null, []]);
  await app.arrange((tx) => freezeStaff(tx, training, "MANUAL"));
  assert.deepEqual(await sourcesOf(training), ["MANUAL"]);
  await app.arrange((tx) => unfreezeStaff(tx, training, "MANUAL"));
  assert.deepEqual(await sourcesOf(training), []);

  await app.rows("update partner_staff set state = 'LEAVING' where id = $1", [staff.id]);
  await app.rows("update app_user set frozen_reason = '离职交接' where id = $1", [staff.userId]);
  await app.rows("delete from notice where user_id = $1", [staff.userId]);
  await app.arrange((tx) => freezeStaff(tx, staff, "SECURITY"));
  assert.deepEqual(
    [await reasonOf(), await heardBy(staff, "账号已冻结")],
    ["离职交接", []],
    "who leaves is shut out already",
  );
  await app.arrange((tx) => unfreezeStaff(tx, staff, "SECURITY"));
  assert.deepEqual([await reasonOf(), await sourcesOf(staff)], ["离职交接", []]);
});

test("PT-R12 PT-R20 the person and the administrators are reminded of an ending certificate; a renewed one is reminded again", async () => {
  const partner = await givenPartner(app);
  const admin = await givenAdmin(partner, "丁管理");
  const staff = await givenStaff(app, { partner, name: "持证", positionCode: "DELIVERY", state: "TRAINING" });
  const editor = await adminOf(partner);
  const save = async (days: number) => {
    const { version } = await rowOf(staff);
    const body = { ...certOf("DELIVERY", days), version };
    assert.equal((await editor.call(contract.saveStaffCert, { params: { id: staff.id }, body })).msg, "");
  };
  await save(20);
  const account = await rowOf(staff);
  await run(remindOfCerts);
  await app.rows("update notice set read_at = now() where user_id = any($1::uuid[])", [[account.userId, admin.userId]]);
  await run(remindOfCerts);
  const text = (end: string) => `交付服务认证将于${end}到期，请及时复训，到期后账号将被冻结`;
  const first = text(dayIn(20));
  assert.deepEqual(await heardBy(account, "认证即将到期"), [first]);
  assert.deepEqual(await heardBy(admin, "认证即将到期"), [`持证的${first}`]);
  await save(30);
  await run(remindOfCerts);
  assert.deepEqual(await heardBy(account, "认证即将到期"), [first, text(dayIn(30))]);
  const own = { ...certOf("DELIVERY", 15), version: (await rowOf(admin)).version };
  assert.equal((await editor.call(contract.saveStaffCert, { params: { id: admin.id }, body: own })).msg, "");
  await app.rows("delete from notice where user_id = $1", [admin.userId]);
  await run(remindOfCerts);
  assert.deepEqual(await heardBy(admin, "认证即将到期"), [text(dayIn(15))], "of the own one without a name");

  const gone = await givenStaff(app, { partner, name: "已离", positionCode: "DELIVERY", state: "LEFT" });
  const over = await givenSales(partner, 1);
  await app.rows(
    `insert into partner_staff_cert (id, created_at, created_by, updated_at, updated_by, staff_id, code, score, got_on, valid_to)
     values ($1, now(), $1, now(), $1, $1, 'DELIVERY', 90, '2026-01-10', $2)`,
    [gone.id, dayIn(5)],
  );
  app.passTime(2 * 86_400);
  await app.rows("delete from notice where user_id = $1", [admin.userId]);
  await run(remindOfCerts);
  assert.deepEqual(await heardBy(admin, "认证即将到期"), [], "neither of who left nor of what is over");
  assert.deepEqual(await heardBy(over.staff, "认证即将到期"), []);
});

test("PT-R12 the nightly run unfreezes people with complete certificates, and freezes nobody twice", async () => {
  const partner = await givenPartner(app);
  const [waived, lacking, training] = [
    await givenStaff(app, { partner }),
    await givenStaff(app, { partner }),
    await givenStaff(app, { partner, state: "TRAINING" }),
  ];
  const leaving = await givenStaff(app, { partner });
  for (const staff of [waived, lacking, leaving]) await app.arrange((tx) => freezeStaff(tx, staff, "CERT_EXPIRED"));
  await app.rows("update partner_staff set state = 'LEAVING' where id = $1", [leaving.id]);
  await app.rows("update partner_staff set cert_waiver = null where id = $1", [lacking.id]);
  const { version } = await rowOf(lacking);
  await run(expireCerts);
  assert.deepEqual([await sourcesOf(waived), await sourcesOf(lacking)], [[], ["CERT_EXPIRED"]]);
  assert.equal((await rowOf(lacking)).version, version);
  assert.deepEqual(await sourcesOf(training), [], "who has no account yet has nothing to lose");
  assert.deepEqual(await sourcesOf(leaving), ["CERT_EXPIRED"], "nor who leaves anything to win");
});
