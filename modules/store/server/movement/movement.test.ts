import assert from "node:assert/strict";
import { test } from "node:test";
import { staffLeft, staffTransferred } from "@ops/authority/contract";
import { freezeAccount } from "@ops/authority/server";
import { givenMembership, givenOrganization, givenUser } from "@ops/authority/server/testing";
import { identityCheck } from "@ops/partner/server";
import { dayAfterWorkdays, listApprovals } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { vacancyAt } from "../index.ts";
import type { StaffRow } from "../staff/tables.ts";
import { givenNumbers, givenQuota, givenStore, givenStoreStaff, testApp } from "../testing.ts";
import { resumeMovements } from "./job.ts";
import { MOVEMENT_CODES, movementStory, Piles } from "./testing.ts";

const app = testApp(new Piles().module);
const story = movementStory(app);
const { today, dayIn, office, given, ask, asked, decide, run, movementOf, rowOf, postsOf, accountOf } = story;
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const seatsAt = (storeId: string, day: string) =>
  app.arrange((tx) => vacancyAt(tx, { storeId, positionCode: "salesAdvisor", day }));
const leaveOn = (effectiveDate: string) => ({ kind: "LEAVE", leaveType: "RESIGN", effectiveDate }) as const;

test("store section 3.3: a transfer is asked for, approved, and takes effect on its day with post, seat and event", async () => {
  const [me, { store, other, person, colleague }] = [await office(), await given()];
  await app.rows("update store_staff set mentor_staff_id = $2 where id = $1", [person.id, colleague.id]);
  const day = dayIn(2);
  const movement = await asked(me, person, { toStoreId: other.id, effectiveDate: day });
  assert.match(movement.movementNo, /^YD\d{14}$/);
  assert.deepEqual(
    [movement.state, movement.fromStoreName, movement.toStoreName, movement.toPositionName, movement.staffName],
    ["WAITING", store.name, other.name, "销售顾问", person.name],
  );
  assert.deepEqual([(await rowOf(person)).state, (await rowOf(person)).stateBefore], ["MOVING", "IN_POST"]);
  assert.partialDeepStrictEqual(await seatsAt(other.id, day), { occupied: 0, reserved: 1 });
  assert.partialDeepStrictEqual(await seatsAt(store.id, day), { occupied: 1 });
  assert.deepEqual(refusal(await ask(me, person, leaveOn(day))), ["STORE_MOVE_PENDING", "存在未完成的异动"]);
  assert.equal((await decide(movement.id)).data.state, "APPROVED");
  assert.equal((await app.auditOf(movement)).at(-1)?.reason, "同意");
  await app.node.timers.fireAll();
  assert.equal((await movementOf(movement.id)).state, "APPROVED");
  app.passTime(2 * 86_400);
  await app.node.timers.fireAll();
  assert.equal((await movementOf(movement.id)).state, "RUNNING");
  await run(movement.id);
  const [moved, posts] = [await rowOf(person), await postsOf(person)];
  assert.deepEqual([moved.state, moved.stateBefore, moved.storeId], ["IN_POST", null, other.id]);
  assert.equal(moved.mentorStaffId, null, "a mentor stays in the store");
  assert.deepEqual(posts, [{ organizationId: other.id, code: "salesAdvisor", isPrimary: true }]);
  const told = (await app.published(staffTransferred)).filter(({ userId }) => userId === person.userId);
  assert.deepEqual(
    told.map(({ fromStoreId, storeId, positionCode }) => [fromStoreId, storeId, positionCode]),
    [[store.id, other.id, "salesAdvisor"]],
  );
  assert.partialDeepStrictEqual(await seatsAt(other.id, today()), { occupied: 1, reserved: 0 });
  const logged = await app.auditOf({ id: person.id });
  assert.partialDeepStrictEqual(logged.at(-1), { actionName: "异动生效", reason: "人员调整需要" });
  assert.equal((await app.auditOf(movement)).at(-1)?.actionName, "异动生效");
});

test("store section 3.2: targets differ, are open and have a seat; nobody moves in the past", async () => {
  const [me, { store, other, person }] = [await office(), await given()];
  const codeOf = async (wishes: Parameters<typeof ask>[2]) => (await ask(me, person, wishes)).msgCode;
  assert.equal(await codeOf({ toStoreId: store.id, effectiveDate: today() }), "STORE_MOVE_SAME_PLACE");
  assert.equal(await codeOf({ effectiveDate: today() }), "STORE_MOVE_TARGET");
  assert.equal(await codeOf({ kind: "POSITION", effectiveDate: today() }), "STORE_MOVE_TARGET");
  const same = { kind: "POSITION", toPositionCode: "salesAdvisor", effectiveDate: today() } as const;
  assert.equal(await codeOf(same), "STORE_MOVE_SAME_PLACE");
  const past = await ask(me, person, { toStoreId: other.id, effectiveDate: dayIn(-1) });
  assert.deepEqual(
    [...refusal(past), past.data],
    ["STORE_MOVE_DATE", "生效日期不能早于今天", { field: "effectiveDate" }],
  );
  const partners = await givenStore(app, { state: "CLOSED" });
  assert.equal(await codeOf({ toStoreId: partners.id, effectiveDate: today() }), "STORE_CLOSED");
  await givenQuota(app, other.id, 0);
  const full = await ask(me, person, { toStoreId: other.id, effectiveDate: today() });
  assert.deepEqual(refusal(full), ["STORE_HEADCOUNT_FULL", "「销售顾问」编制已满（编制0，占用0，预占0）"]);
  const candidate = await givenStoreStaff(app, { storeId: store.id, state: "CANDIDATE" });
  const early = await ask(me, candidate, { toStoreId: other.id, effectiveDate: today() });
  assert.equal(early.msg, "人员当前状态为【候选人】，不能执行【调动】");
});

test("ST-R6 a target that was given to a partner meanwhile takes nobody in", async () => {
  const [me, { other, person }] = [await office(), await given()];
  const { id } = await asked(me, person, { toStoreId: other.id, effectiveDate: today() });
  await decide(id);
  await app.rows("update store set operate_mode = 'PARTNER', partner_id = id where id = $1", [other.id]);
  await run(id);
  const { state, failure } = await movementOf(id);
  assert.deepEqual([state, failure, (await rowOf(person)).state], ["FAILED", "只能选择未闭店的直营门店", "MOVING"]);
});

test("store section 3.3: a movement that is rejected or withdrawn leaves everything as it was", async () => {
  const [me, { other, person }] = [await office(), await given()];
  const before = await rowOf(person);
  const looks = async () => {
    const { state, stateBefore, leaveOn: on, leaveType, leaveReason } = await rowOf(person);
    return { state, stateBefore, leaveOn: on, leaveType, leaveReason };
  };
  const unchanged = { state: before.state, stateBefore: null, leaveOn: null, leaveType: null, leaveReason: null };
  const first = await asked(me, person, { toStoreId: other.id, effectiveDate: dayIn(2) });
  assert.equal((await decide(first.id, "REJECT")).data.state, "REJECTED");
  assert.deepEqual([await looks(), (await seatsAt(other.id, dayIn(2))).reserved], [unchanged, 0]);
  const plain = await asked(me, person, {
    toStoreId: other.id,
    effectiveDate: dayIn(2),
    isUrgent: true,
    isRestricted: true,
  });
  assert.deepEqual([plain.isUrgent, plain.isRestricted], [false, false], "only who leaves leaves at once");
  assert.equal((await accountOf(person))?.frozenReason, null);
  const early = { reason: "本人撤回", version: plain.version };
  await me.call(contract.withdrawMovement, { params: { id: plain.id }, body: early });
  const second = await asked(me, person, { ...leaveOn(today()), isUrgent: true });
  assert.equal((await accountOf(person))?.frozenReason, "离职冻结");
  const body = { reason: "本人撤回", version: second.version };
  const withdrawn = await me.call(contract.withdrawMovement, { params: { id: second.id }, body });
  assert.deepEqual([withdrawn.msg, withdrawn.data.state], ["", "WITHDRAWN"]);
  assert.deepEqual([await looks(), (await accountOf(person))?.frozenReason], [unchanged, null]);
  app.passTime(86_400);
  await app.node.timers.fireAll();
  assert.equal((await accountOf(person))?.frozenReason, null, "the timer of a withdrawn movement does nothing");
  await app.arrange((tx) => freezeAccount(tx, person.userId ?? "", "停用"));
  const later = await office();
  const third = await asked(later, person, { ...leaveOn(today()), isUrgent: true });
  assert.equal((await accountOf(person))?.frozenReason, "停用", "a freeze keeps its reason");
  const stays = { reason: "本人撤回", version: third.version };
  await later.call(contract.withdrawMovement, { params: { id: third.id }, body: stays });
  assert.equal((await accountOf(person))?.frozenReason, "停用");
  const [open] = await app.rows("select 1 from approval where biz_id = any($1) and state = 'OPEN'", [
    [first.id, second.id],
  ]);
  assert.equal(open, undefined);
});

test("ST-R17 at the end of the last day the account is frozen whatever else happens, and closed with the effect", async () => {
  const [me, { person }] = [await office(), await given()];
  const { id } = await asked(me, person, leaveOn(today()));
  const leaving = await rowOf(person);
  assert.deepEqual([leaving.state, leaving.leaveOn, leaving.leaveType], ["LEAVING", today(), "RESIGN"]);
  await app.node.timers.fireAll();
  assert.equal((await accountOf(person))?.frozenReason, null);
  app.passTime(86_400);
  await app.node.timers.fireAll();
  assert.deepEqual(await accountOf(person), { status: "PENDING", frozenReason: "离职冻结" });
  assert.equal((await movementOf(id)).state, "WAITING");
  assert.equal((await decide(id)).data.state, "RUNNING");
  await run(id);
  const left = await rowOf(person);
  assert.deepEqual([left.state, left.stateBefore, (await accountOf(person))?.status], ["LEFT", null, "LEFT"]);
  assert.equal((await app.published(staffLeft)).filter(({ userId }) => userId === person.userId).length, 1);
  await app.node.events.deliverAll();
  assert.equal((await rowOf(person)).leaveType, "RESIGN");
});

test("ST-R17 立即离职 freezes with the request, and sessions end at once", async () => {
  const [me, { person }] = [await office(), await given()];
  const user = { id: person.userId ?? "", userName: person.name, mobilePhone: "", staffNo: "", version: 1 };
  const session = await app.clientOf(user, [person.storeId]);
  const { id } = await asked(me, person, { ...leaveOn(today()), isUrgent: true });
  assert.equal((await accountOf(person))?.frozenReason, "离职冻结");
  const refused = await session.call(contract.listMovements, { query: {} });
  assert.equal(refused.status, 401);
  assert.equal((await movementOf(id)).state, "WAITING");
});

test("ST-R17 an account of the brand only loses the post", async () => {
  const me = await office();
  const { store } = await given();
  const user = await givenUser(app, { userType: "INTERNAL" });
  const home = await givenOrganization(app);
  await givenMembership(app, { user, organization: home, isPrimary: true });
  const [position] = await app.rows<{ id: string }>("select id from position where code = 'salesAdvisor'");
  const [post] = await app.rows<{ id: string }>(
    `insert into membership (id, created_at, created_by, updated_at, updated_by, user_id, organization_id, position_id,
       start_date, is_primary, status)
     values (gen_random_uuid(), now(), $1::uuid, now(), $1, $1, $2, $3, current_date, false, 'EFFECTIVE') returning id`,
    [user.id, store.id, position?.id],
  );
  const wishes = { storeId: store.id, userId: user.id, staffNo: `RY${user.staffNo}` };
  const person = await givenStoreStaff(app, { ...wishes, ...(post ? { postId: post.id } : {}) });
  const { id } = await asked(me, person, { ...leaveOn(dayIn(-1)), isUrgent: true });
  await app.node.timers.fireAll();
  await decide(id);
  await run(id);
  assert.deepEqual([(await rowOf(person)).state, (await movementOf(id)).state], ["LEFT", "DONE"]);
  assert.deepEqual(await accountOf(person), { status: "ACTIVE", frozenReason: null });
  assert.deepEqual(
    (await postsOf(person)).map(({ organizationId }) => organizationId),
    [home.id],
  );
});

test("ST-R9 leaving with 列入限制名单 adds the person to the one list there is, with the effect", async () => {
  const [me, { store }] = [await office(), await given()];
  const numbers = givenNumbers();
  const person = await givenStoreStaff(app, { storeId: store.id, ...numbers });
  const { id } = await asked(me, person, { ...leaveOn(dayIn(-1)), isRestricted: true });
  const isListed = async () => (await app.arrange((tx) => identityCheck(tx, numbers))).isBlacklisted;
  await decide(id);
  assert.equal(await isListed(), false);
  await run(id);
  assert.equal(await isListed(), true);
});

test("store section 3.2: the last day lies 30 days back at most, and the type of leaving is told", async () => {
  const [me, { person }] = [await office(), await given()];
  const early = await ask(me, person, leaveOn(dayIn(-31)));
  assert.deepEqual(
    [...refusal(early), early.data],
    ["STORE_LEAVE_DATE", "离职日期不能早于30天前", { field: "effectiveDate" }],
  );
  const untold = await ask(me, person, { kind: "LEAVE", effectiveDate: today() });
  assert.deepEqual([untold.msgCode, untold.data], ["STORE_LEAVE_TYPE", { field: "leaveType" }]);
  assert.equal((await ask(me, person, leaveOn(dayIn(-30)))).msg, "");
});

test("ST-R17 one level at the region; headquarters between regions and for managers", async () => {
  const me = await office();
  const levelOf = async (id: string) =>
    (await app.rows<{ levels: string[] }>("select levels from approval where biz_id = $1", [id]))[0]?.levels;
  const { store, other, person } = await given();
  const inRegion = await asked(me, person, { toStoreId: other.id, effectiveDate: dayIn(1) });
  assert.deepEqual(await levelOf(inRegion.id), ["region"]);
  const found = async (query: object) =>
    (await me.call(contract.listMovements, { query })).data.list.map(({ id }) => id);
  assert.deepEqual(await found({ keyword: inRegion.movementNo }), [inRegion.id]);
  assert.deepEqual(await found({ keyword: person.name }), [inRegion.id]);
  assert.deepEqual(await found({ orgId: other.id }), [inRegion.id], "where somebody is to come");
  assert.deepEqual(await found({ orgId: store.id }), [inRegion.id]);
  const shownOf = async (id: string) => {
    const { data } = await (await office()).call(listApprovals, { query: { box: "WAITING", pageSize: 100 } });
    const waiting = data.list.find(({ bizId }) => bizId === id);
    assert.equal(waiting?.dueAt?.slice(0, 10), dayAfterWorkdays(new Map(), today(), 2));
    return waiting?.facts.map(({ label }) => label);
  };
  assert.deepEqual(await shownOf(inRegion.id), ["人员", "类型", "原门店岗位", "调入门店岗位", "生效日期"]);
  const manager = await givenStoreStaff(app, { storeId: store.id, positionCode: "storeManager" });
  assert.deepEqual(await levelOf((await asked(me, manager, leaveOn(dayIn(1)))).id), ["headquarters"]);
  const leaving = await asked(me, await givenStoreStaff(app, { storeId: store.id }), leaveOn(dayIn(1)));
  assert.deepEqual(await levelOf(leaving.id), ["region"]);
  assert.deepEqual(await shownOf(leaving.id), ["人员", "类型", "原门店岗位", "生效日期"]);
  const promoted = await givenStoreStaff(app, { storeId: store.id });
  await givenQuota(app, store.id, 5, "storeManager");
  const rise = { kind: "POSITION", toPositionCode: "storeManager", effectiveDate: dayIn(1) } as const;
  assert.deepEqual(await levelOf((await asked(me, promoted, rise)).id), ["headquarters"]);
  const elsewhere = (await given()).other;
  const traveller = await givenStoreStaff(app, { storeId: store.id });
  const across = await asked(me, traveller, { toStoreId: elsewhere.id, effectiveDate: dayIn(1) });
  assert.deepEqual(await levelOf(across.id), ["headquarters"]);
});

test("ST-R17 nobody decides on the own movement, nor on one that he asked for", async () => {
  const { other, person } = await given();
  const user = { id: person.userId ?? "", userName: person.name, mobilePhone: "", staffNo: "", version: 1 };
  const role = await app.signIn({ permissions: MOVEMENT_CODES });
  const own = await app.clientOf(user, [person.storeId]);
  await app.rows(
    `insert into role_grant (id, created_at, created_by, updated_at, updated_by, membership_id, role_id, reason, valid_from,
       source, status, granted_by)
     select gen_random_uuid(), now(), $1, now(), $1, $2, g.role_id, '测试', now(), 'DIRECT', 'ACTIVE', $1
     from role_grant g join membership m on m.id = g.membership_id where m.user_id = $1`,
    [role.user.id, person.postId],
  );
  const { id } = await asked(role, person, { toStoreId: other.id, effectiveDate: dayIn(1) });
  for (const by of [own, role]) {
    assert.deepEqual(refusal(await decide(id, "APPROVE", by)), ["STORE_APPROVE_SELF", "不能审批本人的异动"]);
  }
  assert.equal((await decide(id)).msg, "");
  assert.equal((await decide(id)).msg, "异动单当前状态为【待生效】，不能执行【审批通过】");
});

test("ST-R8 twenty transfers to one seat: exactly one is asked for", async () => {
  const [me, { store, other }] = [await office(), await given()];
  await givenQuota(app, other.id, 1);
  const people: StaffRow[] = [];
  for (let n = 0; n < 20; n++) people.push(await givenStoreStaff(app, { storeId: store.id }));
  const answers = await Promise.all(
    people.map((person) => ask(me, person, { toStoreId: other.id, effectiveDate: dayIn(1) })),
  );
  const codes = answers.map(({ msgCode }) => msgCode);
  assert.equal(codes.filter((code) => code === "").length, 1);
  assert.equal(codes.filter((code) => code === "STORE_HEADCOUNT_FULL").length, 19);
});

test("store section 13: crossing transfers never wait for each other for ever", async () => {
  const me = await office();
  for (let n = 0; n < 6; n++) {
    const { store, other, person } = await given();
    const guest = await givenStoreStaff(app, { storeId: other.id });
    const [there, back] = await Promise.all([
      asked(me, person, { toStoreId: other.id, effectiveDate: today() }),
      asked(me, guest, { toStoreId: store.id, effectiveDate: today() }),
    ]);
    await Promise.all([decide(there.id), decide(back.id)]);
    await Promise.all([run(there.id), run(back.id), run(there.id)]);
    assert.deepEqual([(await rowOf(person)).storeId, (await rowOf(guest)).storeId], [other.id, store.id]);
  }
});

test("store section 10: a movement that stands still is queued again", async () => {
  const [me, { other, person }] = [await office(), await given()];
  const { id } = await asked(me, person, { toStoreId: other.id, effectiveDate: today() });
  await decide(id);
  const queued = async () =>
    (await app.rows("select 1 from pgboss.job where singleton_key = $1 and state = 'created'", [id])).length;
  assert.equal(await queued(), 1);
  await app.rows("delete from pgboss.job where singleton_key = $1", [id]);
  app.passTime(299);
  const look = () => resumeMovements.run({ step: (act) => app.arrange(act) });
  await look();
  assert.equal(await queued(), 0);
  app.passTime(2);
  await look();
  assert.equal(await queued(), 1);
  await app.rows("update store_staff set state = 'IN_POST', state_before = null where id = $1", [person.id]);
  await run(id);
  const { state, failure } = await movementOf(id);
  assert.equal(state, "FAILED", "somebody who is not being moved any more is not moved");
  assert.notEqual(failure, null);
});
