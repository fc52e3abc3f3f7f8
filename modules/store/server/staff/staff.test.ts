import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, idNumberCheck } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenFile, givenNumbers, givenQuota, givenStore, givenStoreStaff, testApp } from "../testing.ts";
import { refusal, staffStory } from "./testing.ts";

const app = testApp();
const { today, hq, formOf, added, entered, onboarded } = staffStory(app);

test("section 3.2: a candidate is entered directly, onboarded and in post, with a number and an account", async () => {
  const client = await hq();
  const candidate = await added(client);
  assert.deepEqual([candidate.state, candidate.staffNo, candidate.account], ["CANDIDATE", null, "NONE"]);
  assert.match(candidate.phone, /^157\*{4}\d{4}$/);
  const joining = await entered(client);
  assert.deepEqual([joining.state, joining.stateReason, joining.nextStep], ["TO_JOIN", "内部推荐，免面试", "办理入职"]);
  const { data, msg } = await onboarded(client, joining);
  assert.equal(msg, "");
  assert.deepEqual([data.state, data.inPostOn, data.account, data.stateReason], ["IN_POST", today(), "USABLE", null]);
  assert.match(data.staffNo ?? "", /^RY\d{7}$/);
  const events = await app.rows<{ name: string; payload: object }>(
    "select name, payload from event_outbox where key = $1 and name like 'staff.%'",
    [data.userId],
  );
  assert.deepEqual(
    events.map(({ name }) => name),
    ["staff.inPost"],
  );
});

test("section 3.2: an act from another state is refused and changes nothing", async () => {
  const client = await hq();
  const { id, version } = await added(client);
  assert.deepEqual(refusal(await onboarded(client, { id, version })), [
    "STORE_STATE_ILLEGAL",
    "人员当前状态为【候选人】，不能执行【办理入职】",
  ]);
  const rejected = await client.call(contract.rejectStaff, { params: { id }, body: { reason: "不合适", version } });
  assert.deepEqual([rejected.data.state, rejected.data.stateReason], ["REJECTED", "不合适"]);
  const again = { entryDate: today(), reason: "再试", version: rejected.data.version };
  const answer = await client.call(contract.enterStaffDirectly, { params: { id }, body: again });
  assert.equal(answer.msg, "人员当前状态为【已淘汰】，不能执行【直接录用】");
});

test("section 2.1: a person belongs to an own store that is open and to a position that its stores have", async () => {
  const client = await hq();
  const body = await formOf();
  const create = async (wishes: object) =>
    refusal(await client.call(contract.createStaff, { body: { ...body, ...wishes } }));
  const closed = await givenStore(app, { state: "CLOSED" });
  assert.deepEqual(await create({ storeId: closed.id }), ["STORE_STAFF_STORE", "只能选择未闭店的直营门店"]);
  await app.rows("update store set state = 'OPEN', operate_mode = 'PARTNER', partner_id = id where id = $1", [
    closed.id,
  ]);
  assert.equal((await create({ storeId: closed.id }))[0], "STORE_STAFF_STORE");
  assert.deepEqual(await create({ positionCode: "nobody" }), ["STORE_POSITION_UNKNOWN", "岗位编码「nobody」不存在"]);
  const delivery = await givenStore(app, { storeType: "DELIVERY" });
  assert.equal((await create({ storeId: delivery.id }))[0], "POSITION_NOT_ALLOWED");
  assert.deepEqual(await create({ source: "REFERRAL" }), ["STORE_STAFF_REFERRER", "请选择推荐人！"]);
  const stranger = await givenStoreStaff(app);
  assert.deepEqual(await create({ mentorStaffId: stranger.id }), ["STORE_STAFF_MENTOR", "带教人须为本店在岗人员"]);
  const mentor = await givenStoreStaff(app, { storeId: body.storeId });
  const leaving = await givenStoreStaff(app, { storeId: body.storeId, state: "LEAVING" });
  assert.equal((await create({ mentorStaffId: leaving.id }))[0], "STORE_STAFF_MENTOR");
  assert.deepEqual(await create({ mentorStaffId: mentor.id, source: "REFERRAL", referrerStaffId: stranger.id }), [
    "",
    "",
  ]);
});

test("ST-R8 a direct entry and another day of entry ask for a seat; the own seat does not count twice", async () => {
  const client = await hq();
  const store = await givenStore(app);
  await givenQuota(app, store.id, 1);
  const first = await entered(client, { storeId: store.id });
  const second = await added(client, { storeId: store.id });
  const params = { id: second.id };
  const full = "「销售顾问」编制已满（编制1，占用0，预占1）";
  const body = { entryDate: today(), reason: "缺人", version: second.version };
  assert.deepEqual(refusal(await client.call(contract.enterStaffDirectly, { params, body })), [
    "STORE_HEADCOUNT_FULL",
    full,
  ]);
  const form = { ...(await formOf({ storeId: store.id })), phone: undefined, idNo: undefined };
  const later = { ...form, entryDate: addDays(today(), 3), version: first.version };
  const moved = await client.call(contract.editStaff, { params: { id: first.id }, body: later });
  assert.equal(moved.data.entryDate, addDays(today(), 3));
  await givenQuota(app, store.id, 0);
  const renamed = { ...later, name: "王大满", version: moved.data.version };
  const kept = await client.call(contract.editStaff, { params: { id: first.id }, body: renamed });
  assert.equal(kept.msg, "", "who stays where he is needs no other seat");
  const other = await givenStore(app);
  const elsewhere = { ...later, storeId: other.id, version: kept.data.version };
  const refused = await client.call(contract.editStaff, { params: { id: first.id }, body: elsewhere });
  assert.equal(refused.msg, "「销售顾问」编制已满（编制0，占用0，预占0）");
  const undated = { ...later, entryDate: null, version: kept.data.version };
  const needed = await client.call(contract.editStaff, { params: { id: first.id }, body: undated });
  assert.equal(needed.msgCode, "STORE_STAFF_ENTRY_NEEDED");
  const change = async (wishes: object) =>
    (await client.call(contract.editStaff, { params, body: { ...form, version: second.version, ...wishes } })).msgCode;
  const { phone, idNo } = givenNumbers();
  await givenStoreStaff(app, { phone, idNo });
  assert.equal(await change({ phone }), "STORE_STAFF_DUP");
  assert.equal(await change({ idNo }), "STORE_STAFF_DUP");
  const closed = await givenStore(app, { state: "CLOSED" });
  assert.equal(await change({ storeId: closed.id }), "STORE_STAFF_STORE");
  assert.equal(await change({ mentorStaffId: first.id }), "STORE_STAFF_MENTOR");
  assert.equal(await change({ entryDate: null }), "", "a candidate may come any day");
});

test("section 6: an edit of a working person changes the account with it, but neither store nor id number", async () => {
  const client = await hq();
  const { data: staff } = await onboarded(client, await entered(client));
  const params = { id: staff.id };
  const { phone } = givenNumbers();
  const { idNo: _idNo, ...form } = await formOf({ storeId: staff.storeId });
  const edited = await client.call(contract.editStaff, {
    params,
    body: { ...form, name: "王大满", phone, version: staff.version },
  });
  assert.equal(edited.msg, "");
  const accounts = await app.rows("select user_name, mobile_phone from app_user where id = $1", [staff.userId]);
  assert.deepEqual(accounts, [{ userName: "王大满", mobilePhone: phone }]);
  const { version } = edited.data;
  const edit = async (wishes: object) =>
    refusal(await client.call(contract.editStaff, { params, body: { ...form, phone: undefined, version, ...wishes } }));
  const store = await givenStore(app);
  assert.deepEqual(await edit({ storeId: store.id }), ["STORE_STAFF_PLACE", "在职人员的门店与岗位请通过异动修改"]);
  assert.equal((await edit({ positionCode: "storeManager" }))[0], "STORE_STAFF_PLACE");
  assert.deepEqual(await edit({ idNo: givenNumbers().idNo }), ["STORE_STAFF_ID_FIXED", "账号已开通，身份证号不能修改"]);
  assert.deepEqual(await edit({ entryDate: null }), ["STORE_STAFF_ENTRY_NEEDED", "请选择入职日期！"]);
  await app.rows("update app_user set user_name = '别名', status = 'DISABLED' where id = $1", [staff.userId]);
  assert.deepEqual(await edit({ name: "王大满", employType: "INTERN" }), ["", ""]);
  const [kept] = await app.rows("select user_name from app_user where id = $1", [staff.userId]);
  assert.deepEqual(kept, { userName: "别名" }, "the account follows name and phone alone");
  const { data: frozen } = await client.call(contract.getStaff, { params });
  assert.deepEqual([frozen.account, frozen.employType], ["FROZEN", "INTERN"]);
  await app.rows("update app_user set status = 'LEFT' where id = $1", [staff.userId]);
  const account = async (id: string) => (await client.call(contract.getStaff, { params: { id } })).data.account;
  assert.equal(await account(staff.id), "CLOSED");
  const nameless = await givenStoreStaff(app, { idNo: null });
  const { idNo } = givenNumbers();
  const completed = await client.call(contract.editStaff, {
    params: { id: nameless.id },
    body: { ...form, storeId: nameless.storeId, phone: undefined, idNo, version: nameless.version },
  });
  assert.equal(completed.msg, "", "an id number that is not known yet is completed");
  const worker = await givenStoreStaff(app);
  const gone = await givenStoreStaff(app, { state: "LEFT", userId: worker.userId });
  assert.equal(await account(gone.id), "CLOSED", "also if the person works elsewhere with it");
  const answer = await client.call(contract.editStaff, {
    params: { id: gone.id },
    body: { ...form, phone: undefined, version: gone.version },
  });
  assert.equal(answer.msg, "人员已离职或已淘汰，不能修改");
});

/** The id number of somebody who was born so many years ago, on the day before, on or after today's. */
function idNoBornOn(day: string, order: number): string {
  const first = `110105${day.replaceAll("-", "")}${100 + order}`;
  return first + idNumberCheck(first);
}

test("section 2.1: nobody enters before the eighteenth birthday", async () => {
  const client = await hq();
  const birthday = `${Number(today().slice(0, 4)) - 18}${today().slice(4)}`;
  const body = await formOf();
  const create = (day: string, order: number) =>
    client.call(contract.createStaff, { body: { ...body, idNo: idNoBornOn(day, order) } });
  assert.deepEqual(refusal(await create(addDays(birthday, 1), 1)), ["STORE_STAFF_AGE", "入职人员须年满18周岁"]);
  const { data } = await create(birthday, 2);
  const early = { entryDate: addDays(today(), -1), reason: "提前", version: data.version };
  const params = { id: data.id };
  assert.equal((await client.call(contract.enterStaffDirectly, { params, body: early })).msgCode, "STORE_STAFF_AGE");
  const body2 = { ...early, entryDate: today() };
  assert.equal((await client.call(contract.enterStaffDirectly, { params, body: body2 })).msg, "");
});

test("section 3.2: onboarding asks for the id number and waits for the day of entry", async () => {
  const client = await hq();
  const { idNo } = givenNumbers();
  const joining = await entered(client, { idNo: undefined });
  const former = await givenStoreStaff(app, { state: "LEFT", idNo: null });
  await app.rows(
    "update store_staff set person_key = (select person_key from store_staff where id = $2) where id = $1",
    [former.id, joining.id],
  );
  assert.deepEqual(refusal(await onboarded(client, joining)), ["STORE_STAFF_ID_NEEDED", "请先补充身份证号"]);
  const form = { ...(await formOf({ storeId: joining.storeId })), phone: undefined, idNo: undefined };
  const day = addDays(today(), 1);
  const params = { id: joining.id };
  const later = await client.call(contract.editStaff, {
    params,
    body: { ...form, entryDate: day, version: joining.version },
  });
  const { version } = later.data;
  const early = await client.call(contract.onboardStaff, { params, body: { idNo, version } });
  assert.deepEqual(refusal(early), ["STORE_STAFF_ENTRY_DATE", `入职日期为${day}，尚未到入职日期`]);
  app.passTime(86_400);
  const minor = { idNo: idNoBornOn(addDays(today(), -17 * 365), 9), version };
  assert.equal((await (await hq()).call(contract.onboardStaff, { params, body: minor })).msgCode, "STORE_STAFF_AGE");
  await app.rows("update store set state = 'CLOSED' where id = $1", [joining.storeId]);
  const gone = await (await hq()).call(contract.onboardStaff, { params, body: { idNo, version } });
  assert.equal(gone.msgCode, "STORE_STAFF_STORE", "its store has closed meanwhile");
  await app.rows("update store set state = 'OPEN' where id = $1", [joining.storeId]);
  const { data, msg } = await (await hq()).call(contract.onboardStaff, { params, body: { idNo, version } });
  assert.equal(msg, "");
  assert.equal(data.idNo, `${idNo.slice(0, 4)}**********${idNo.slice(-4)}`);
  const joined = await app.rows<{ id: string }>(
    "select id from store_staff where person_key = (select person_key from store_staff where id = $1)",
    [data.id],
  );
  assert.deepEqual(
    joined.map(({ id }) => id).toSorted(),
    [former.id, data.id].toSorted(),
    "an earlier employment is linked by the id number from now on",
  );
});

test("section 2.1: an id number that is corrected takes nobody else's employments along", async () => {
  const client = await hq();
  const former = await givenStoreStaff(app, { state: "LEFT" });
  const { id, version } = await added(client);
  await app.rows(
    `update store_staff set person_key = f.person_key, id_no_hash = f.id_no_hash
     from store_staff f where f.id = $2 and store_staff.id = $1`,
    [id, former.id],
  );
  const { phone: _phone, source: _source, ...form } = await formOf();
  const body = { ...form, idNo: givenNumbers().idNo, version };
  assert.equal((await client.call(contract.editStaff, { params: { id }, body })).msg, "");
  const [kept] = await app.rows("select person_key as key from store_staff where id = $1", [former.id]);
  assert.deepEqual(kept, { key: former.personKey });
});

test("section 2.1: a person whose photo was removed elsewhere is shown without it", async () => {
  const client = await hq();
  const { id } = await givenStoreStaff(app);
  const photo = await givenFile(app, "storeStaff", id);
  await app.rows("update store_staff set photo_file_id = $2 where id = $1", [id, photo]);
  const shown = async () => (await client.call(contract.getStaff, { params: { id } })).data;
  assert.equal((await shown()).photoFileId, photo);
  await app.rows("update file set status = 'DELETED' where id = $1", [photo]);
  assert.deepEqual([(await shown()).photoFileId, (await shown()).files], [null, []]);
});

test("section 3.2: somebody who left comes back as a new candidate with the same person key", async () => {
  const client = await hq();
  const gone = await givenStoreStaff(app, { state: "LEFT" });
  const { phone: _phone, idNo: _idNo, ...form } = await formOf();
  const body = { ...form, version: gone.version };
  const { data, msg } = await client.call(contract.rehireStaff, { params: { id: gone.id }, body });
  assert.equal(msg, "");
  assert.deepEqual([data.state, data.phone, data.storeId], ["CANDIDATE", gone.phoneMasked, form.storeId]);
  assert.notEqual(data.id, gone.id);
  const rows = await app.rows("select state from store_staff where person_key = $1 order by state", [gone.personKey]);
  assert.deepEqual(rows, [{ state: "CANDIDATE" }, { state: "LEFT" }]);
  const stranger = { ...body, ...givenNumbers() };
  const other = await client.call(contract.rehireStaff, { params: { id: gone.id }, body: stranger });
  assert.equal(other.msg, "");
  const same = await app.rows("select 1 from store_staff where person_key = $1", [gone.personKey]);
  assert.equal(same.length, 2, "another id number is another person");
  const again = await client.call(contract.rehireStaff, { params: { id: gone.id }, body });
  assert.match(again.msg, /^该手机号已有在职或在招记录：/);
  const unknown = await givenStoreStaff(app, { state: "LEFT", idNo: null });
  const told = { ...form, idNo: givenNumbers().idNo, version: unknown.version };
  assert.equal((await client.call(contract.rehireStaff, { params: { id: unknown.id }, body: told })).msg, "");
  const linked = await app.rows("select 1 from store_staff where person_key = $1", [unknown.personKey]);
  assert.equal(linked.length, 2, "an id number that was not known before makes nobody else of the person");
  const working = await givenStoreStaff(app);
  const illegal = await client.call(contract.rehireStaff, {
    params: { id: working.id },
    body: { ...body, version: working.version },
  });
  assert.equal(illegal.msg, "人员当前状态为【在岗】，不能执行【返聘】");
});
