import assert from "node:assert/strict";
import { test } from "node:test";
import { staffInPost, staffOffPost } from "@ops/authority/contract";
import { givenRole, setParam } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { StaffRow } from "../staff/tables.ts";
import {
  certOf,
  givenCert,
  givenCertRequired,
  givenQuota,
  givenStandard,
  givenStore,
  givenStoreStaff,
  testApp,
} from "../testing.ts";
import { certNightly } from "./nightly.ts";
import { graceDays, holderDays, traineeRole } from "./params.ts";
import { certStory } from "./testing.ts";

const app = testApp();
const { itemIds, givenCertifiedPosition, givenTrainee, record, submit, review, certify } = certStory(app);
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = [
  ...["list", "view", "submit", "review", "report", "revoke"].map((act) => `store:cert:${act}`),
  ...["list", "view", "onboard"].map((act) => `store:staff:${act}`),
  "store:position:edit",
  "authority:grant:edit",
];
const hq = () => app.signIn({ boolAdmin: true });
const trainer = () => app.signIn({ permissions: CODES });
type Client = Awaited<ReturnType<typeof hq>>;

const today = () => dayOf(app.now());
const night = () => certNightly.run({ step: (act) => app.arrange(act) });
const rowOf = async (id: string) => {
  const [row] = await app.rows<
    Pick<StaffRow, "state" | "certState" | "certExpireOn" | "inPostOn" | "postId" | "version">
  >(
    `select state, cert_state as "certState", cert_expire_on::text as "certExpireOn", in_post_on::text as "inPostOn",
       post_id as "postId", version from store_staff where id = $1`,
    [id],
  );
  assert.ok(row);
  return row;
};
const rolesOf = async (id: string) =>
  (
    await app.rows<{ name: string }>(
      `select r.name from role_grant g join role r on r.id = g.role_id join store_staff s on s.post_id = g.membership_id
       where s.id = $1 and g.status = 'ACTIVE' order by r.name`,
      [id],
    )
  ).map(({ name }) => name);
test("ST-R13 onboarding into a position that asks for a certificate is training with the role of trainees alone", async () => {
  const admin = await hq();
  const { trainee, role } = await givenCertifiedPosition();
  const staff = await givenTrainee(admin);
  assert.partialDeepStrictEqual(await rowOf(staff.id), { state: "TRAINING", certState: "PENDING", inPostOn: null });
  assert.deepEqual(await rolesOf(staff.id), [trainee]);
  assert.partialDeepStrictEqual(await certOf(app, staff.id), { state: "DOING", dueOn: null });
  const heard = async () =>
    (await app.published(staffInPost)).filter(({ storeId }) => storeId === staff.storeId).length;
  assert.equal(await heard(), 0);
  const certified = await certify(admin, staff.id);
  assert.deepEqual([certified.state, certified.certifiedOn, certified.score], ["CERTIFIED", today(), 85.2]);
  assert.partialDeepStrictEqual(await rowOf(staff.id), { state: "IN_POST", certState: "CERTIFIED", inPostOn: today() });
  assert.deepEqual(await rolesOf(staff.id), [role]);
  assert.equal(await heard(), 1);
});

test("ST-R13 nobody is trained as long as the role of trainees is not set", async () => {
  const admin = await hq();
  await givenCertifiedPosition();
  await setParam(app, traineeRole, "");
  const { id: storeId } = await givenStore(app);
  await givenQuota(app, storeId, 5);
  const staff = await givenStoreStaff(app, { storeId, state: "TO_JOIN" });
  const answer = await admin.call(contract.onboardStaff, {
    params: { id: staff.id },
    body: { version: staff.version },
  });
  assert.deepEqual(refusal(answer), ["STORE_TRAINEE_ROLE", "请先在系统参数中设置学员角色"]);
  assert.equal((await rowOf(staff.id)).state, "TO_JOIN");
  await givenCertifiedPosition();
  await app.rows("update post_standard set state = 'RETIRED' where position_code = 'salesAdvisor'");
  const none = await admin.call(contract.onboardStaff, { params: { id: staff.id }, body: { version: staff.version } });
  assert.equal(none.msgCode, "STORE_CERT_NO_STANDARD", "nor without a standard");
});

test("ST-R13 after its end the holder has 30 days of grace, then stands down; a new certificate is open from the end on", async () => {
  const { trainee } = await givenCertifiedPosition();
  const staff = await givenStoreStaff(app);
  const expireOn = addDays(today(), -1);
  await givenCert(app, { staff, state: "CERTIFIED", certifiedOn: "2025-01-01", expireOn });
  const gone = await givenStoreStaff(app);
  await givenCert(app, { staff: gone, state: "CERTIFIED", certifiedOn: "2025-01-01", expireOn });
  await app.rows("update store_staff set state = 'LEFT', leave_on = now() where id = $1", [gone.id]);
  const other = await givenStoreStaff(app);
  await givenCert(app, { staff: other, state: "CERTIFIED", certifiedOn: "2025-01-01", expireOn });
  await app.rows("update store_staff set position_code = 'storeManager' where id = $1", [other.id]);
  await night();
  for (const { id } of [gone, other]) {
    assert.equal((await certOf(app, id)).state, "EXPIRED", "who needs none any more gets none");
  }
  const dueOn = addDays(expireOn, 30);
  assert.partialDeepStrictEqual(await certOf(app, staff.id), { state: "DOING", dueOn });
  assert.partialDeepStrictEqual(await rowOf(staff.id), {
    state: "IN_POST",
    certState: "EXPIRED",
    certExpireOn: expireOn,
  });
  const due = (day: string) =>
    app.rows("update certification set due_on = $2 where staff_id = $1 and state = 'DOING'", [staff.id, day]);
  await due(today());
  await night();
  assert.equal((await rowOf(staff.id)).state, "IN_POST", "the last day of grace is a day in post");
  await due(addDays(today(), -1));
  const moving = await givenStoreStaff(app, { state: "MOVING" });
  await givenCert(app, { staff: moving, dueOn: addDays(today(), -1) });
  await night();
  assert.equal((await rowOf(staff.id)).state, "TRAINING");
  const beforeOf = async () =>
    (await app.rows("select state, state_before from store_staff where id = $1", [moving.id]))[0];
  assert.deepEqual(await beforeOf(), { state: "MOVING", stateBefore: "TRAINING" }, "the movement goes on");
  await certify(await hq(), moving.id);
  assert.deepEqual(await beforeOf(), { state: "MOVING", stateBefore: "IN_POST" });
  assert.deepEqual(await rolesOf(staff.id), [trainee]);
  assert.equal((await app.published(staffOffPost)).filter(({ storeId }) => storeId === staff.storeId).length, 1);
  const open = await app.rows("select state from certification where staff_id = $1 and state = 'DOING'", [staff.id]);
  assert.equal(open.length, 1);
  const logged = await app.rows("select from audit_log where biz_id = $1 and action_name = '认证到期下岗'", [staff.id]);
  assert.equal(logged.length, 1);
  await certify(await hq(), staff.id);
  assert.equal((await rowOf(staff.id)).state, "IN_POST");
});

test("ST-R13 whoever is certified again within the days of grace stays in post", async () => {
  await givenCertifiedPosition();
  const staff = await givenStoreStaff(app);
  await givenCert(app, { staff, state: "CERTIFIED", certifiedOn: "2025-01-01", expireOn: addDays(today(), -1) });
  await night();
  await certify(await hq(), staff.id);
  assert.partialDeepStrictEqual(await certOf(app, staff.id), { state: "CERTIFIED", dueOn: null });
  await night();
  assert.partialDeepStrictEqual(await rowOf(staff.id), { state: "IN_POST", certState: "CERTIFIED" });
});

test("ST-R13 the person and the 店长 are reminded once per step, and the certificate is shown as 即将到期 from 30 days on", async () => {
  await givenCertifiedPosition();
  const staff = await givenStoreStaff(app);
  const [leader, blind] = [await app.signIn({ permissions: ["store:staff:view"] }), await app.signIn()];
  const lead = (id: string) =>
    app.rows("update organization set leader_user_id = $1 where id = $2", [id, staff.storeId]);
  await lead(leader.user.id);
  await givenCert(app, { staff, state: "CERTIFIED", certifiedOn: "2025-01-01", expireOn: addDays(today(), 61) });
  const told = async (userId: string | null) =>
    (await app.rows("select from notice where user_id = $1 and title = '岗位认证即将到期'", [userId])).length;
  const ends = (days: number) =>
    app.rows("update certification set expire_on = $2 where staff_id = $1", [staff.id, addDays(today(), days)]);
  await night();
  assert.equal(await told(leader.user.id), 0);
  for (const days of [60, 30, 7, 0]) {
    await ends(days);
    await night();
    await night();
  }
  assert.deepEqual([await told(leader.user.id), await told(staff.userId)], [4, 4]);
  await lead(blind.user.id);
  await app.rows("delete from notice where user_id = $1", [staff.userId]);
  await night();
  assert.deepEqual(
    [await told(blind.user.id), await told(staff.userId)],
    [0, 1],
    "not whom the record is closed (PF-R123)",
  );
  await ends(31);
  await app.rows("update store_staff set cert_state = 'CERTIFIED', cert_expire_on = $2 where id = $1", [
    staff.id,
    today(),
  ]);
  await night();
  assert.equal((await rowOf(staff.id)).certState, "CERTIFIED");
  await ends(30);
  await night();
  assert.equal((await rowOf(staff.id)).certState, "EXPIRING");
});

test("ST-R13 switching 须认证 on gives holders 90 days; it needs a standard, and cannot go while people are in training", async () => {
  const admin = await hq();
  await givenStandard(app);
  await app.rows("update store_position set is_cert_required = false where position_code = 'salesAdvisor'");
  const staff = await givenStoreStaff(app);
  const edit = async (code: string, isCertRequired: boolean) => {
    const [row] = await app.rows<{ version: number }>("select version from store_position where position_code = $1", [
      code,
    ]);
    const body = { family: "SALES", sort: 1, isShown: true, isCertRequired, version: row?.version ?? null };
    return admin.call(contract.editStorePosition, { params: { code }, body });
  };
  const others = [
    await givenStoreStaff(app, { state: "LEFT" }),
    await givenStoreStaff(app, { positionCode: "storeManager" }),
  ];
  await setParam(app, traineeRole, "");
  assert.equal((await edit("salesAdvisor", true)).msgCode, "STORE_TRAINEE_ROLE");
  await setParam(app, traineeRole, (await givenRole(app, { dataScope: "SELF" })).id);
  assert.deepEqual(refusal(await edit("storeManager", true)), ["STORE_CERT_NO_STANDARD", "该岗位没有已上线的岗位标准"]);
  const { data } = await edit("salesAdvisor", true);
  assert.equal(data.isCertRequired, true);
  assert.partialDeepStrictEqual(await certOf(app, staff.id), { state: "DOING", dueOn: addDays(today(), 90) });
  const none = await app.rows("select from certification where staff_id = any($1)", [others.map(({ id }) => id)]);
  assert.equal(none.length, 0, "nobody who left or works as something else");
  assert.partialDeepStrictEqual(await rowOf(staff.id), { state: "IN_POST", certState: "PENDING" });
  await app.rows("update store_staff set state = 'TRAINING' where id = $1", [staff.id]);
  assert.match((await edit("salesAdvisor", false)).msg, /人培训认证中，不能取消认证要求/);
  await app.rows("update store_staff set state = 'IN_POST' where state = 'TRAINING'");
  const moving = "update store_staff set state = 'MOVING', state_before = 'TRAINING' where id = $1";
  await app.rows(moving, [staff.id]);
  assert.equal((await edit("salesAdvisor", false)).msg, "该岗位有1人培训认证中，不能取消认证要求");
  await app.rows("update store_staff set state = 'IN_POST', state_before = null where id = $1", [staff.id]);
  await app.rows("update store_staff set state = 'IN_POST' where state = 'TRAINING'");
  assert.equal((await edit("salesAdvisor", false)).msg, "");
  assert.equal((await rowOf(staff.id)).certState, "NONE");
  await app.rows("update certification set due_on = $2 where staff_id = $1", [staff.id, addDays(today(), -1)]);
  await night();
  assert.equal((await rowOf(staff.id)).state, "IN_POST", "a position that asks for none takes nobody out");
});

test("ST-R13 the days are set between none and a year, and the role of trainees by its id", () => {
  for (const days of [graceDays, holderDays]) {
    assert.deepEqual(["-1", "0", "365", "366"].map(days.parse), [null, 0, 365, null]);
  }
  const id = newId();
  assert.deepEqual(["", id, "学员"].map(traineeRole.parse), ["", id, null]);
});

test("ST-R15 results are reviewed by somebody else, and only enough of them certify", async () => {
  await givenCertifiedPosition();
  const [admin, staff] = [await hq(), await givenStoreStaff(app, { state: "TRAINING" })];
  await givenCert(app, { staff });
  assert.equal((await submit(admin, staff.id)).msg, "「考试」尚未登记结果");
  const cert = await certOf(app, staff.id);
  const [, , downId = ""] = await itemIds(cert.standardId);
  const strange = { results: [{ itemId: downId, score: 1, isPassed: true }], version: cert.version };
  const refused = await admin.call(contract.saveCertResults, { params: { id: cert.id }, body: strange });
  assert.equal(refused.msgCode, "STORE_CERT_ITEM", "a red line has no result");
  await record(admin, staff.id, [70, true], [90, true]);
  assert.equal((await rowOf(staff.id)).certState, "DOING");
  await submit(admin, staff.id);
  assert.deepEqual(refusal(await review(admin, staff.id)), ["STORE_CERT_SHORT", "未达到认证标准，不能通过"]); // 70 × 0.6 + 90 × 0.4 = 78
  assert.equal((await review(admin, staff.id, "REJECT")).data.state, "DOING");
  await record(admin, staff.id, [82, false]);
  const { msgCode, msg } = await record(admin, staff.id, [90, true]);
  assert.deepEqual([msgCode, msg], ["STORE_CERT_RETRY", "已达最大补考次数"]);
  await submit(admin, staff.id);
  assert.equal((await review(admin, staff.id)).msgCode, "STORE_CERT_SHORT", "a required item is not passed");
  const { data } = await review(admin, staff.id, "REJECT");
  assert.equal(data.state, "FAILED", "no attempt is left");
});

test("ST-R15 whose certificate has failed is assessed again from the beginning, within the same days in post", async () => {
  await givenCertifiedPosition();
  const admin = await hq();
  const fail = async (staff: StaffRow) => {
    await record(admin, staff.id, [70, false]);
    await record(admin, staff.id, [71, false]);
    await submit(admin, staff.id);
    assert.equal((await review(admin, staff.id, "REJECT")).data.state, "FAILED");
  };
  const moved = await givenStoreStaff(app, { state: "TRAINING" });
  await givenCert(app, { staff: moved });
  await app.rows("update store_staff set position_code = 'storeManager' where id = $1", [moved.id]);
  await fail(moved);
  assert.equal((await certOf(app, moved.id)).state, "FAILED", "another position needs no other one");
  const [trainee, holder] = [await givenStoreStaff(app, { state: "TRAINING" }), await givenStoreStaff(app)];
  await givenCert(app, { staff: trainee });
  await fail(trainee);
  assert.partialDeepStrictEqual(await rowOf(trainee.id), { state: "TRAINING", certState: "PENDING" });
  assert.partialDeepStrictEqual(await certOf(app, trainee.id), { state: "DOING", dueOn: null });
  await certify(admin, trainee.id);
  assert.equal((await rowOf(trainee.id)).state, "IN_POST");

  const dueOn = addDays(today(), 1);
  await givenCert(app, { staff: holder, dueOn });
  await fail(holder);
  assert.partialDeepStrictEqual(await certOf(app, holder.id), { state: "DOING", dueOn });
  await certify(admin, holder.id);
  await app.rows("update certification set due_on = $2 where staff_id = $1 and due_on is not null", [
    holder.id,
    addDays(today(), -1),
  ]);
  await night();
  assert.equal((await rowOf(holder.id)).state, "IN_POST", "the days of the failed one are over with it");
});

test("ST-R15 the same result is no other attempt, and nobody reviews the own certificate", async () => {
  await givenCertifiedPosition();
  const [admin, own] = [await hq(), await trainer()];
  const staff = await givenStoreStaff(app, { state: "TRAINING", userId: own.user.id, staffNo: "RY7000001" });
  await givenCert(app, { staff });
  for (let n = 0; n < 3; n++) assert.equal((await record(admin, staff.id, [82, true])).msg, "");
  await submit(admin, staff.id);
  assert.equal((await record(admin, staff.id, [82, true])).msgCode, "STORE_STATE_ILLEGAL", "it waits for the review");
  assert.deepEqual(refusal(await review(own, staff.id)), ["STORE_CERT_SELF", "不能审核本人认证"]);
  const shown = async (by: Client) => {
    const { id } = await certOf(app, staff.id);
    return (await by.call(contract.getCertification, { params: { id } })).data;
  };
  assert.deepEqual([(await shown(own)).isOwn, (await shown(admin)).isOwn], [true, false]);
  assert.deepEqual((await shown(admin)).items.map(({ score, attempts }) => [score, attempts]).slice(0, 2), [
    [82, 1],
    [90, 1],
  ]);
  await app.rows("update store_staff set position_code = 'storeManager' where id = $1", [staff.id]);
  assert.equal((await review(admin, staff.id)).data.state, "CERTIFIED");
  assert.equal((await rowOf(staff.id)).state, "TRAINING", "it is the certificate of another position");
  const again = await givenStoreStaff(app, { state: "TRAINING" });
  await givenCert(app, { staff: again });
  for (const isPassed of [false, true]) assert.equal((await record(admin, again.id, [82, isPassed])).msg, "");
  assert.equal(
    (await record(admin, again.id, [82, false])).msgCode,
    "STORE_CERT_RETRY",
    "another outcome is an attempt",
  );
});

test("ST-R15 evidence is asked for before the review", async () => {
  await givenStandard(app, { items: [{ name: "实操", weight: 100, evidenceMin: 1 }] });
  await givenCertRequired(app);
  const [admin, staff] = [await hq(), await givenStoreStaff(app, { state: "TRAINING" })];
  const { id, standardId } = await givenCert(app, { staff });
  const [itemId = ""] = await itemIds(standardId);
  const results = [{ itemId, score: 90, isPassed: true }];
  await admin.call(contract.saveCertResults, { params: { id }, body: { results, version: 1 } });
  assert.deepEqual(refusal(await submit(admin, staff.id)), ["STORE_CERT_EVIDENCE", "「实操」至少上传1个附件"]);
  const fileId = newId();
  await app.rows(
    `insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256, category,
       biz_type, uploader_id, store, status, stored_at)
     values ($1, now(), $2, now(), $2, 'b.png', 'png', 'image/png', 1, sha256(''), 'IMAGE', 'certification', $2, 'pg', 'TEMP', now())`,
    [fileId, admin.user.id],
  );
  const proven = [{ itemId, score: 90, isPassed: true, fileIds: [fileId] }];
  await admin.call(contract.saveCertResults, { params: { id }, body: { results: proven, version: 2 } });
  const [bound] = await app.rows("select status from file where id = $1", [fileId]);
  assert.deepEqual([bound, (await submit(admin, staff.id)).msg], [{ status: "BOUND" }, ""]);
});

test("ST-R15 a red line is reported with evidence, the roles stay; another person revokes it and the person stands down", async () => {
  const { trainee, role } = await givenCertifiedPosition();
  const admin = await hq();
  const staff = await givenTrainee(admin);
  await certify(admin, staff.id);
  const cert = await certOf(app, staff.id);
  const [examId = "", , downId = ""] = await itemIds(cert.standardId);
  const fileId = newId();
  await app.rows(
    `insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256, category,
       biz_type, uploader_id, store, status, stored_at)
     values ($1, now(), $2, now(), $2, 'a.png', 'png', 'image/png', 1, sha256(''), 'IMAGE', 'certification', $2, 'pg', 'TEMP', now())`,
    [fileId, admin.user.id],
  );
  const report = async (itemId: string, fileIds: string[]) => {
    const { id, version } = await certOf(app, staff.id);
    return admin.call(contract.reportCertification, {
      params: { id },
      body: { itemId, note: "私下收款", fileIds, version },
    });
  };
  const judge = async (by: Client, verdict: "REVOKE" | "CLEAR") => {
    const { id, version } = await certOf(app, staff.id);
    return by.call(contract.judgeCertification, { params: { id }, body: { verdict, note: "已核实", version } });
  };
  assert.equal((await report(downId, [])).msg, "请上传证据");
  assert.equal((await report(examId, [fileId])).msg, "请选择下岗标准");
  const { data } = await report(downId, [fileId]);
  assert.deepEqual([data.state, data.reportName, data.reportNote], ["CHALLENGED", "飞单", "私下收款"]);
  assert.deepEqual([data.reportFiles.length, data.reportedByName], [1, admin.user.userName]);
  const seenBy = async (by: Client) => (await by.call(contract.getCertification, { params: { id: cert.id } })).data;
  assert.deepEqual([data.isReporter, (await seenBy(await hq())).isReporter], [true, false]);
  const [bound] = await app.rows(`select status, biz_id as "bizId" from file where id = $1`, [fileId]);
  assert.deepEqual(bound, { status: "BOUND", bizId: cert.id });
  assert.deepEqual([(await rowOf(staff.id)).state, await rolesOf(staff.id)], ["IN_POST", [role]]);
  assert.deepEqual(refusal(await judge(admin, "REVOKE")), ["STORE_CERT_JUDGE_SELF", "不能核实本人上报或本人的认证"]);
  const other = await hq();
  assert.equal((await judge(other, "CLEAR")).data.state, "CERTIFIED");
  assert.equal((await report(downId, [fileId])).msg, "");
  assert.equal((await judge(other, "REVOKE")).data.state, "REVOKED");
  assert.partialDeepStrictEqual(await rowOf(staff.id), { state: "TRAINING", certState: "REVOKED" });
  assert.deepEqual(await rolesOf(staff.id), [trainee]);
  assert.equal((await certOf(app, staff.id)).state, "DOING", "a new one is open");
});
