import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../../contract/index.ts";
import { givenPartner, givenPartnerRole, givenStaff, testApp } from "../../testing.ts";
import { refusal, staffStory } from "../testing.ts";
import { freezeInactive } from "./expire.ts";
import { freezeStaff, unfreezeStaff } from "./freeze.ts";

const app = testApp();
const { adminOf, sourcesOf, isUsable, run } = staffStory(app);

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
  assert.deepEqual([sent.data, sent.msg], [true, ""]);
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

test("PT-R13 days count anew from the unfreezing: nobody is frozen the same night, everybody idle after 60 more", async () => {
  const partner = await givenPartner(app);
  const [suspended, manual] = [await givenStaff(app, { partner }), await givenStaff(app, { partner })];
  await app.arrange((tx) => freezeStaff(tx, suspended, "PARTNER_SUSPEND"));
  await app.arrange((tx) => freezeStaff(tx, manual, "MANUAL"));
  const leaving = await givenStaff(app, { partner });
  await app.rows("update partner_staff set state = 'LEAVING' where id = $1", [leaving.id]);
  app.passTime(61 * 86_400);
  await run(freezeInactive);
  assert.deepEqual([await sourcesOf(suspended), await sourcesOf(manual)], [["PARTNER_SUSPEND"], ["MANUAL"]]);
  assert.deepEqual(await sourcesOf(leaving), [], "who leaves is expected no more");
  await app.arrange((tx) => unfreezeStaff(tx, suspended, "PARTNER_SUSPEND"));
  await run(freezeInactive);
  app.passTime(59 * 86_400);
  await run(freezeInactive);
  assert.deepEqual(await sourcesOf(suspended), []);
  app.passTime(2 * 86_400);
  await run(freezeInactive);
  assert.deepEqual(await sourcesOf(suspended), ["INACTIVE"]);
});

test("PT-R13 the phone stays while the code is due: it must reach the person, not whoever edits the record", async () => {
  const partner = await givenPartner(app);
  const staff = await givenStaff(app, { partner, phone: "13677770011" });
  await app.arrange((tx) => freezeStaff(tx, staff, "INACTIVE"));
  const admin = await adminOf(partner);
  const { data } = await admin.call(contract.getStaff, { params: { id: staff.id } });
  const { name, positionCode, joinOn, contractType, roleIds, version } = data;
  const body = { name, positionCode, joinOn, contractType, roleIds, version };
  const edited = await admin.call(contract.editStaff, { params: staff, body: { ...body, phone: "13677770012" } });
  assert.deepEqual(refusal(edited), [false, "PARTNER_STAFF_PHONE_KEPT", "账号因长期未登录冻结，请先解冻再修改手机号"]);
  const same = await admin.call(contract.editStaff, { params: staff, body: { ...body, phone: "13677770011" } });
  assert.equal(same.success, true, same.msg);
  const without = await admin.call(contract.editStaff, {
    params: staff,
    body: { ...body, version: same.data.version },
  });
  assert.equal(without.msg, "");
});
