import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, listNotices } from "@ops/platform/contract";
import { handOverAll, newId, nothing, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenInterview, givenQuota, givenStore, givenStoreStaff, inHours, testApp } from "../testing.ts";
import { interviewStory } from "./testing.ts";
import { interviewWork } from "./work.ts";

const app = testApp();
const { interviewer, givenBegun } = interviewStory(app);
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const permissions = [
  ...["list", "view", "arrange", "feedback"].map((act) => `store:interview:${act}`),
  ...["view", "edit", "offer"].map((act) => `store:staff:${act}`),
];
const client = () => app.signIn({ permissions });
type Client = Awaited<ReturnType<typeof client>>;
interface Versioned {
  readonly id: string;
  readonly version: number;
}

const edit = (me: Client, { id, version }: Versioned, storeId: string, positionCode: string) => {
  const rest = { name: "王小满", employType: "FULL", entryDate: dayOf(app.now()), source: "SITE" } as const;
  return me.call(contract.editStaff, { params: { id }, body: { ...rest, storeId, positionCode, version } });
};
const offer = (me: Client, { id, version }: Versioned) =>
  me.call(contract.offerStaff, { params: { id }, body: { entryDate: dayOf(app.now()), version } });

/** Makes a store with seats for 销售顾问 and 店长. */
async function givenSeats(): Promise<string> {
  const { id } = await givenStore(app);
  await givenQuota(app, id, 5);
  await givenQuota(app, id, 5, "storeManager");
  return id;
}

test("ST-R10 rounds count for the position that they were held for, and interviews follow the candidate", async () => {
  const me = await client();
  const [storeId, other] = [await givenSeats(), await givenSeats()];
  const staff = await givenStoreStaff(app, { storeId, state: "INTERVIEWING" });
  await givenInterview(app, { staff, state: "PASSED" });
  const manager = (await edit(me, staff, storeId, "storeManager")).data;
  const open = ["STORE_ROUNDS_OPEN", "尚有面试轮次未通过"];
  assert.deepEqual(refusal(await offer(me, manager)), open);
  const plan = { mode: "PHONE" as const, startAt: inHours(app, 2), endAt: inHours(app, 3) };
  const people = { interviewerIds: [me.user.id], chairUserId: me.user.id };
  const arranged = await me.call(contract.arrangeInterview, {
    params: { id: staff.id },
    body: { ...plan, ...people, roundNo: 1 },
  });
  assert.deepEqual([arranged.msg, arranged.data.positionName], ["", "店长"]);
  const back = (await edit(me, manager, other, "salesAdvisor")).data;
  const kept = await app.rows(
    `select state, decision_note as note, store_id as "storeId" from interview where staff_id = $1 order by state`,
    [staff.id],
  );
  assert.deepEqual(kept, [
    { state: "CANCELLED", note: "应聘岗位已变更", storeId: other },
    { state: "PASSED", note: null, storeId: other },
  ]);
  const joining = await offer(me, back);
  assert.deepEqual([joining.msg, joining.data.state], ["", "TO_JOIN"]);
  assert.deepEqual(refusal(await edit(me, joining.data, other, "storeManager")), open, "待入职 for the same position");
  const direct = await givenStoreStaff(app, { storeId, state: "TO_JOIN" });
  assert.equal((await edit(me, direct, storeId, "storeManager")).msg, "", "nobody was asked for an interview");
});

const person = ({ user }: Client) => ({ kind: "person" as const, id: user.id });

test("ST-R11 an interview that is handed over to somebody who has rated already has its outcome", async () => {
  const [chair, other] = [await client(), await client()];
  const staff = await givenStoreStaff(app, { state: "INTERVIEWING" });
  const people = { chairUserId: chair.user.id, interviewerIds: [chair.user.id, other.user.id] };
  const { id, version } = await givenInterview(app, { staff, state: "TO_RATE", ...people });
  const items = [{ dimension: "综合评价", score: 4 }];
  const rating = { items, verdict: "PASS" as const, comment: "表达清晰，熟悉产品，建议录用", version };
  assert.equal((await other.call(contract.rateInterview, { params: { id }, body: rating })).data.state, "TO_RATE");
  assert.equal(await app.arrange((tx) => interviewWork.handOver(tx, person(chair), person(other))), 1);
  const { data } = await other.call(contract.getInterview, { params: { id } });
  assert.deepEqual([data.state, data.avgScore, data.interviewerIds], ["PASSED", 4, [other.user.id]]);
});

test("store 15 待面试 beyond the scope of the actor stays; whoever takes over the others is told", async () => {
  const [chair, taker] = [await client(), await client()];
  const staff = await givenStoreStaff(app, { state: "INTERVIEWING" });
  await givenInterview(app, { staff, chairUserId: chair.user.id });
  const beyond = (tx: Tx) => interviewWork.beyondOf?.(tx, person(chair));
  const handOver = (tx: Tx) => interviewWork.handOver(tx, person(chair), person(taker));
  const asStranger = <T>(act: (tx: Tx) => T) =>
    app.arrange(async (tx) => {
      const actor = { ...tx.actor, userId: newId(), scopeOf: () => nothing };
      return act(Object.assign(Object.create(tx), { actor }));
    });
  assert.deepEqual(await asStranger(beyond), { count: 1, blocking: 0 });
  assert.equal(await asStranger(handOver), 0);
  assert.deepEqual(await app.arrange(async (tx) => beyond(tx)), { count: 0, blocking: 0 });
  assert.equal(await app.arrange(handOver), 1);
  const { data } = await taker.call(listNotices, { query: { pageSize: 10 } });
  assert.deepEqual(
    data.list.map(({ title }) => title),
    ["面试安排"],
  );
});

test("ST-R30 待面试 goes to whoever takes over, with the chair, and the log of the interview tells it", async () => {
  const { chair, other, interview } = await givenBegun();
  const taker = await interviewer("接手");
  const from = { kind: "person", id: chair.user.id } as const;
  const count = (id: string) => app.arrange((tx) => interviewWork.countOf(tx, { kind: "person", id }));
  assert.equal(await count(chair.user.id), 1);
  await app.arrange((tx) => handOverAll(tx, interviewWork, from, { kind: "person", id: taker.user.id }));
  assert.deepEqual([await count(chair.user.id), await count(taker.user.id)], [0, 1]);
  const place = { kind: "organization", id: taker.user.id } as const;
  assert.equal(await app.arrange((tx) => interviewWork.countOf(tx, place)), 0);
  assert.deepEqual(await app.arrange(async (tx) => interviewWork.beyondOf?.(tx, place)), { count: 0, blocking: 0 });
  assert.equal(await app.arrange((tx) => interviewWork.handOver(tx, place, from)), 0);
  const told = await app.rows("select title from notice where user_id = $1", [taker.user.id]);
  assert.deepEqual(told, [{ title: "面试待评价" }]);
  const rows = await app.rows("select chair_user_id as chair, interviewer_ids as people from interview where id = $1", [
    interview.id,
  ]);
  assert.deepEqual(rows, [{ chair: taker.user.id, people: [taker.user.id, other.user.id] }]);
  const [first, second, heir] = [chair, other, taker].map(({ user }) => user.userName);
  assert.partialDeepStrictEqual((await app.auditOf(interview)).at(-1), {
    actionName: "移交面试",
    bizType: "interview",
    summary: "移交第1轮面试",
    diffs: [
      { field: "interviewerIds", label: "面试官", before: `${first}、${second}`, after: `${heir}、${second}` },
      { field: "chairUserId", label: "主面试官", before: first, after: heir },
    ],
  });
});
