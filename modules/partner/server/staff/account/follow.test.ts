import assert from "node:assert/strict";
import { test } from "node:test";
import { myTodos } from "@ops/platform/contract";
import * as contract from "../../../contract/index.ts";
import { givenPartner, givenPartnerRole, givenStaff, testApp } from "../../testing.ts";
import { refusal, STAFF_CODES, staffStory } from "../testing.ts";
import { freezeInactive } from "./expire.ts";
import { freezeStaff } from "./freeze.ts";

const app = testApp();
const { hq, adminOf, added, rowOf, run, dayIn, certOf } = staffStory(app);

interface Editable {
  readonly id: string;
  readonly name: string;
  readonly positionCode: string;
  readonly joinOn: string;
  readonly roleIds: readonly string[];
}

/** Makes the body that the form sends, with the present version of the row. */
const formOf = async ({ id, name, positionCode, joinOn, roleIds }: Editable) => ({
  name,
  positionCode,
  joinOn,
  roleIds: [...roleIds],
  contractType: "FULL" as const,
  version: (await rowOf({ id })).version,
});

test("section 3.3: new roles count for the account at once; an edit that changes neither name, phone nor roles leaves it alone", async () => {
  const partner = await givenPartner(app);
  const [first, second] = [await givenPartnerRole(app), await givenPartnerRole(app)];
  const staff = await givenStaff(app, { partner, positionCode: "ADMIN", roleIds: [first.id] });
  const admin = await adminOf(partner);
  const grantsOf = () =>
    app.rows<{ id: string; membershipId: string; roleId: string }>(
      `select g.id, g.membership_id, g.role_id from role_grant g join membership m on m.id = g.membership_id
       where m.user_id = $1 and m.status <> 'ENDED' and g.status = 'ACTIVE'`,
      [staff.userId],
    );
  const rolesOf = async () => (await grantsOf()).map(({ roleId }) => roleId);
  const account = () => app.rows("select version, user_name as name from app_user where id = $1", [staff.userId]);
  assert.deepEqual(await rolesOf(), [first.id]);
  const before = await account();
  const edit = async (wishes: object) =>
    admin.call(contract.editStaff, { params: staff, body: { ...(await formOf(staff)), ...wishes } });
  const granted = await grantsOf();
  assert.equal((await edit({ joinOn: "2026-01-06" })).data.joinOn, "2026-01-06");
  assert.deepEqual([await grantsOf(), await account()], [granted, before]);
  assert.deepEqual((await edit({ roleIds: [second.id] })).data.roleNames, [second.name]);
  assert.deepEqual(await rolesOf(), [second.id]);
  await edit({ name: "改过名", roleIds: [second.id] });
  assert.partialDeepStrictEqual(await account(), [{ name: "改过名" }]);
  assert.deepEqual(await rolesOf(), [second.id]);
});

test("section 3.3: each act has its states; whoever leaves or has left is neither edited nor certified", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const illegal = (state: string, move: string) => [
    false,
    "PARTNER_STAFF_STATE_ILLEGAL",
    `伙伴员工当前状态为【${state}】，不能执行【${move}】`,
  ];
  const given = (state: "REVIEW" | "REJECTED" | "TRAINING" | "LEAVING" | "LEFT") => givenStaff(app, { partner, state });
  for (const state of ["LEAVING", "LEFT"] as const) {
    const staff = await given(state);
    const word = contract.staffStates.label(state);
    const params = { id: staff.id };
    const edited = await admin.call(contract.editStaff, { params, body: await formOf(staff) });
    assert.deepEqual(refusal(edited), illegal(word, "重新提交"));
    const cert = { ...certOf("SALES", 90), version: staff.version };
    const certified = await admin.call(contract.saveStaffCert, { params, body: cert });
    assert.deepEqual(refusal(certified), illegal(word, "开通账号"));
  }
  const waiting = await given("REVIEW");
  const { version } = waiting;
  const body = { reason: "必要", version };
  const params = { id: waiting.id };
  assert.deepEqual(
    refusal(await admin.call(contract.waiveStaffCerts, { params, body })),
    illegal("待审核", "开通账号"),
  );
  assert.deepEqual(
    refusal(await admin.call(contract.openStaffAccount, { params, body: { version } })),
    illegal("待审核", "开通账号"),
  );
  assert.deepEqual(refusal(await admin.call(contract.resetStaffPassword, { params, body })), illegal("待审核", "冻结"));
  assert.deepEqual(refusal(await admin.call(contract.freezeStaffAccount, { params, body })), illegal("待审核", "冻结"));
  assert.deepEqual(
    refusal(await admin.call(contract.sendUnfreezeCode, { params, body: { version } })),
    illegal("待审核", "冻结"),
  );
  const move = await admin.call(contract.moveStaff, { params, body: { ...body, storeId: null } });
  assert.deepEqual(refusal(move), illegal("待审核", "调店"));
  const training = await given("TRAINING");
  const reject = { params: { id: training.id }, body: { reason: "不符", version: training.version } };
  assert.deepEqual(refusal(await admin.call(contract.rejectStaff, reject)), illegal("待认证", "驳回"));
});

test("section 8: somebody of a file is approved only when roles were chosen", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const staff = await givenStaff(app, { partner, state: "REVIEW", roleIds: [], name: "无角色" });
  const approve = { params: { id: staff.id }, body: { version: staff.version } };
  const refused = await admin.call(contract.approveStaff, approve);
  assert.deepEqual(refusal(refused), [false, "PARTNER_STAFF_ROLES", "请先为无角色选择角色"]);
});

test("section 3.3: a batch of which nothing could be done is one entry of the log, otherwise each person is one", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const entries = async () => {
    const rows = await app.rows<{ summary: string | null }>(
      "select summary from audit_log where actor_id = $1 and summary like '%均未完成'",
      [admin.user.id],
    );
    return rows.map(({ summary }) => summary);
  };
  const waiting = await added(admin, partner);
  const active = await givenStaff(app, { partner });
  const approve = (...people: { id: string; version: number }[]) =>
    admin.call(contract.approveStaffs, { body: { staffs: people.map(({ id, version }) => ({ id, version })) } });
  assert.deepEqual([(await approve(waiting, active)).data.done, await entries()], [1, []]);
  assert.deepEqual([(await approve(active)).data.done, await entries()], [0, ["1人，均未完成"]]);
});

test("section 3.3: a new password goes to the person, and the sessions end", async () => {
  const partner = await givenPartner(app);
  const role = await givenPartnerRole(app, { permissionCodes: STAFF_CODES });
  const staff = await givenStaff(app, { partner, roleIds: [role.id] });
  const user = { id: staff.userId ?? "", userName: staff.name, mobilePhone: "", staffNo: staff.staffNo, version: 1 };
  const person = await app.clientOf(user, [partner.orgId ?? ""]);
  assert.equal((await person.call(contract.listStaffs, {})).status, 200);
  const account = () => app.rows("select must_change_pwd, version from app_user where id = $1", [staff.userId]);
  const before = await account();
  const admin = await adminOf(partner);
  const body = { reason: "忘记密码", version: staff.version };
  const reset = await admin.call(contract.resetStaffPassword, { params: { id: staff.id }, body });
  assert.equal(reset.msg, "");
  assert.notDeepEqual(await account(), before);
  assert.partialDeepStrictEqual(await account(), [{ mustChangePwd: true }]);
  assert.equal((await person.call(contract.listStaffs, {})).status, 401);
  assert.partialDeepStrictEqual(await app.auditOf(staff), [{ actionName: "重置伙伴员工密码", reason: "忘记密码" }]);
});

test("PT-R12 a waiver gives an account back that was frozen for its certificates, and no other", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const staff = await givenStaff(app, { partner });
  await app.rows("update partner_staff set cert_waiver = null where id = $1", [staff.id]);
  await app.arrange((tx) => freezeStaff(tx, staff, "CERT_EXPIRED"));
  await app.arrange((tx) => freezeStaff(tx, staff, "MANUAL"));
  const { version } = await rowOf(staff);
  const body = { reason: "资深员工", version };
  const { data } = await admin.call(contract.waiveStaffCerts, { params: { id: staff.id }, body });
  assert.deepEqual([data.freezeSources, data.account], [["MANUAL"], "FROZEN"]);
  const thaw = { source: "MANUAL" as const, reason: "已核实", version: data.version };
  const usable = await admin.call(contract.unfreezeStaffAccount, { params: { id: staff.id }, body: thaw });
  assert.deepEqual([usable.data.freezeSources, usable.data.account], [[], "USABLE"]);
});

test("section 3.3: accounts of people who work are prolonged 30 days before they end, by a year; others end", async () => {
  const partner = await givenPartner(app);
  const [working, training] = [await givenStaff(app, { partner }), await givenStaff(app, { partner })];
  await app.rows("update partner_staff set state = 'LEAVING' where id = $1", [training.id]);
  const until = async ({ id }: { id: string }) => {
    const [row] = await app.rows<{ until: string; same: boolean }>(
      `select s.account_until::text as until, s.account_until = u.valid_until::date as same
       from partner_staff s join app_user u on u.id = s.user_id where s.id = $1`,
      [id],
    );
    return row && [row.until, row.same];
  };
  const end = dayIn(365);
  assert.deepEqual(await until(working), [end, true]);
  app.passTime(334 * 86_400);
  await run(freezeInactive);
  assert.deepEqual(await until(working), [end, true]);
  app.passTime(86_400);
  await run(freezeInactive);
  assert.deepEqual(
    [await until(working), await until(training)],
    [
      [dayIn(365), true],
      [end, true],
    ],
  );
});

test("PT-R13 the code is for whoever is frozen for inactivity; nothing else is taken back with it", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const staff = await givenStaff(app, { partner });
  await app.arrange((tx) => freezeStaff(tx, staff, "MANUAL"));
  const params = { id: staff.id };
  const { version } = await rowOf(staff);
  const not = [false, "PARTNER_STAFF_FROZEN", "账号未因【长期未登录】冻结"];
  assert.deepEqual(refusal(await admin.call(contract.sendUnfreezeCode, { params, body: { version } })), not);
  const body = { source: "INACTIVE" as const, reason: "在岗", code: "123456", version };
  assert.deepEqual(refusal(await admin.call(contract.unfreezeStaffAccount, { params, body })), not);
});

test("PT-R10 todos count who waits for review, and who waits for an account with all that is asked for", async () => {
  const partner = await givenPartner(app);
  const stopped = await givenPartner(app, { state: "SUSPENDED" });
  const office = await hq();
  const counts = async () => {
    const { data } = await office.call(myTodos, {});
    const countOf = (key: string) => data.find((todo) => todo.key === key)?.count ?? 0;
    return [countOf("partner.staffReview"), countOf("partner.staffNoSeat")];
  };
  const [review, ready] = await counts();
  assert.ok(review !== undefined && ready !== undefined);
  await givenStaff(app, { partner, state: "REVIEW" });
  await givenStaff(app, { partner, state: "TRAINING", certWaiver: "x" });
  await givenStaff(app, { partner, state: "TRAINING" }); // this person lacks certificates
  await givenStaff(app, { partner: stopped, state: "TRAINING", certWaiver: "x" });
  assert.deepEqual(await counts(), [review + 1, ready + 1]);
});
