import assert from "node:assert/strict";
import { test } from "node:test";
import { givenUser } from "@ops/authority/server/testing";
import { dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenInterview, givenStoreStaff, inHours, testApp } from "../testing.ts";
import { interviewStory } from "./testing.ts";
import { interviewTimer } from "./timers.ts";

const app = testApp();
const { hq, interviewer, givenCandidate, planOf, ratingOf, rate, givenBegun } = interviewStory(app);
type Client = Awaited<ReturnType<typeof hq>>;
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const rounds = (...names: string[]) =>
  app.rows("update store_position set interview_rounds = $1 where position_code = 'salesAdvisor'", [
    JSON.stringify(names.map((name) => ({ name, dimensions: [{ name: "综合评价", weight: 100 }], passScore: 3.5 }))),
  ]);

const stateOf = async (id: string) =>
  (await app.rows<{ state: string }>("select state from store_staff where id = $1", [id]))[0]?.state;

test("ST-R10 rounds go in their order, each once; a cancelled or missed one may be arranged again", async () => {
  const [admin, staff] = [await hq(), await givenCandidate()];
  await rounds("初试", "复试");
  const people = [(await interviewer("甲")).user.id];
  const arrange = (roundNo: number, hours = 2) =>
    admin.call(contract.arrangeInterview, { params: { id: staff.id }, body: { ...planOf(people, hours), roundNo } });
  assert.deepEqual(refusal(await arrange(3)), ["STORE_ROUND_UNKNOWN", "该岗位没有第3轮面试"]);
  assert.deepEqual(refusal(await arrange(2)), ["STORE_ROUND_ORDER", "上一轮面试尚未通过"]);
  assert.equal(await stateOf(staff.id), "CANDIDATE");
  const { data: first, msg } = await arrange(1);
  assert.equal(msg, "");
  assert.deepEqual([first.round.name, first.state, first.staffName], ["初试", "PLANNED", staff.name]);
  assert.equal(await stateOf(staff.id), "INTERVIEWING");
  assert.deepEqual(refusal(await arrange(1, 4)), ["STORE_ROUND_DUP", "第1轮面试已安排"]);
  assert.deepEqual(refusal(await arrange(2, 4)), ["STORE_ROUND_ORDER", "上一轮面试尚未通过"]);
  const { data: missed } = await admin.call(contract.cancelInterview, {
    params: { id: first.id },
    body: { reason: "未到场", isNoShow: true, version: first.version },
  });
  assert.deepEqual([missed.state, missed.decisionNote], ["NO_SHOW", "未到场"]);
  assert.deepEqual(await app.rows("select key from timer where key like $1 || ':%'", [first.id]), []);
  assert.equal(
    (await app.rows("select from notice where title = '面试已取消' and user_id = any($1)", [people])).length,
    1,
  );
  const versionOf = async () => (await app.rows("select version from store_staff where id = $1", [staff.id]))[0];
  const version = await versionOf();
  const { data: again } = await arrange(1);
  await app.rows("update interview set state = 'PASSED' where id = $1", [again.id]);
  assert.equal((await arrange(2, 4)).data.round.name, "复试");
  assert.deepEqual(await versionOf(), version, "who is interviewed already stays so");
  await rounds("初试");
});

test("ST-R10 a candidate's record names the round that is due, none while it is under way, and tells when all are passed", async () => {
  const [admin, staff] = [await hq(), await givenCandidate()];
  await rounds("初试", "复试");
  const people = [(await interviewer("丙")).user.id];
  const ahead = async () => {
    const { data } = await admin.call(contract.getStaff, { params: { id: staff.id } });
    return [data.nextRound, data.isInterviewed, data.nextStep];
  };
  const arrange = async (roundNo: number, hours = 2) => {
    const body = { ...planOf(people, hours), roundNo };
    return (await admin.call(contract.arrangeInterview, { params: { id: staff.id }, body })).data;
  };
  const pass = (id: string) => app.rows("update interview set state = 'PASSED' where id = $1", [id]);
  assert.deepEqual(await ahead(), [{ no: 1, name: "初试" }, false, "安排面试"]);
  const first = await arrange(1);
  assert.deepEqual(await ahead(), [null, false, "完成面试"]);
  await app.rows("update interview set state = 'NO_SHOW' where id = $1", [first.id]);
  assert.deepEqual(await ahead(), [{ no: 1, name: "初试" }, false, "完成面试"]);
  await pass((await arrange(1)).id);
  assert.deepEqual(await ahead(), [{ no: 2, name: "复试" }, false, "完成面试"]);
  await pass((await arrange(2, 5)).id);
  assert.deepEqual(await ahead(), [null, true, "录用"]);
  await app.rows("update interview set position_code = 'deliverySpecialist' where staff_id = $1", [staff.id]);
  assert.deepEqual((await ahead())[0], { no: 1, name: "初试" }, "rounds for another position do not count");
  await app.rows("update store_staff set state = 'REJECTED' where id = $1", [staff.id]);
  assert.deepEqual((await ahead()).slice(0, 2), [null, false], "whoever was rejected is invited to nothing");
  await rounds("初试");
});

test("ST-R10 an interview begins in the future and takes 15 to 240 minutes", async () => {
  const [admin, staff] = [await hq(), await givenCandidate()];
  const people = [(await interviewer("乙")).user.id];
  const arrange = (from: number, minutes: number) => {
    const body = { ...planOf(people), startAt: inHours(app, from), endAt: inHours(app, from + minutes / 60) };
    return admin.call(contract.arrangeInterview, { params: { id: staff.id }, body });
  };
  const past = ["STORE_INTERVIEW_PAST", "面试时间不能早于当前时间"];
  assert.deepEqual(refusal(await arrange(-1, 120)), past);
  assert.deepEqual(refusal(await arrange(0, 60)), past);
  const length = ["STORE_INTERVIEW_LENGTH", "面试时长须为15-240分钟"];
  assert.deepEqual(refusal(await arrange(1, 14)), length);
  assert.deepEqual(refusal(await arrange(1, 241)), length);
  const { data } = await arrange(1, 240);
  const edit = (hours: number) => {
    const { roundNo: _roundNo, ...plan } = planOf(people, hours);
    const body = { ...plan, endAt: inHours(app, hours + 0.25), version: data.version };
    return admin.call(contract.editInterview, { params: { id: data.id }, body });
  };
  assert.deepEqual(refusal(await edit(-1)), past);
  assert.equal((await edit(4.5)).msg, "", "no interview clashes with itself");
  const told = await app.rows("select from notice where title = '面试安排有变化' and user_id = any($1)", [people]);
  assert.equal(told.length, 1);
});

test("ST-R10 a clash of an interviewer is told and may be confirmed, which is logged", async () => {
  const [admin, one, other] = [await hq(), await givenCandidate(), await givenCandidate()];
  const busy = await interviewer("忙人");
  const body = planOf([busy.user.id]);
  await admin.call(contract.arrangeInterview, { params: { id: one.id }, body });
  const clashing = { ...body, startAt: inHours(app, 2.5), endAt: inHours(app, 3.5) };
  const arrange = (more: object) =>
    admin.call(contract.arrangeInterview, { params: { id: other.id }, body: { ...clashing, ...more } });
  const refused = await arrange({});
  assert.deepEqual(refusal(refused), [
    "STORE_INTERVIEW_CLASH",
    `忙人在${inHours(app, 2).slice(0, 16)}已有面试，仍要安排吗？`,
  ]);
  const { data, msg } = await arrange({ isConfirmed: true });
  assert.equal(msg, "");
  const [logged] = await app.rows<{ reason: string }>("select reason from audit_log where biz_id = $1", [data.id]);
  assert.match(logged?.reason ?? "", /已确认时间冲突：忙人/);
  const after = await givenCandidate();
  const next = { ...body, startAt: clashing.endAt, endAt: inHours(app, 4.5) };
  assert.equal(
    (await admin.call(contract.arrangeInterview, { params: { id: after.id }, body: next })).msg,
    "",
    "one after the other",
  );
  const early = { ...body, startAt: inHours(app, 1), endAt: body.startAt };
  const first = await givenCandidate();
  assert.equal((await admin.call(contract.arrangeInterview, { params: { id: first.id }, body: early })).msg, "");
});

test("store 2.2 a video needs a link, the chair is one of the interviewers, and nobody is named twice", async () => {
  const [admin, staff, a] = [await hq(), await givenCandidate(), (await interviewer("丙")).user.id];
  const arrange = (more: object) =>
    admin.call(contract.arrangeInterview, { params: { id: staff.id }, body: { ...planOf([a]), ...more } });
  assert.equal((await arrange({ mode: "VIDEO" })).msg, "请输入视频链接！");
  assert.equal((await arrange({ chairUserId: admin.user.id })).msg, "主面试官须为面试官之一");
  assert.equal((await arrange({ interviewerIds: [a, a] })).msg, "面试官不能重复");
  const gone = await givenUser(app, { status: "LEFT" });
  const outside = { interviewerIds: [a, gone.id] };
  assert.deepEqual(refusal(await arrange(outside)), ["STORE_INTERVIEW_PEOPLE", "面试官须为在职人员"]);
  assert.equal((await arrange({ interviewerIds: [a, newId()] })).msg, "面试官须为在职人员");
  assert.equal((await arrange({ mode: "VIDEO", link: "https://meet.example.com/1" })).msg, "");
});

test("store 7 interviewers see their interviews whatever their scope, and nobody else's", async () => {
  const { chair, interview } = await givenBegun();
  const stranger = await interviewer("外人");
  const idsOf = async (by: Client) =>
    (await by.call(contract.listInterviews, { query: { isMine: "1" } })).data.list.map(({ id }) => id);
  assert.deepEqual(await idsOf(chair), [interview.id]);
  assert.deepEqual(await idsOf(stranger), []);
  assert.equal((await chair.call(contract.getInterview, { params: { id: interview.id } })).data.isInterviewer, true);
  const hidden = await stranger.call(contract.getInterview, { params: { id: interview.id } });
  assert.equal(hidden.msgCode, "COMMON_NOT_FOUND");
});

test("ST-R11 feedback is blind until one's own is in, and only interviewers rate", async () => {
  const { chair, other, interview, staff } = await givenBegun();
  const look = async (by: Client) =>
    (await by.call(contract.getInterview, { params: { id: interview.id } })).data.feedback.length;
  assert.deepEqual(refusal(await rate(await hq(), interview, ratingOf(4))), [
    "STORE_NOT_INTERVIEWER",
    "您不是本场面试官",
  ]);
  const strange = { ...ratingOf(4), items: [{ dimension: "别的", score: 4 }] };
  assert.equal((await rate(chair, interview, strange)).msgCode, "STORE_FEEDBACK_ITEMS");
  const [item] = ratingOf(4).items;
  const twice = { ...ratingOf(4), items: [item, item].flatMap((one) => one ?? []) };
  assert.equal((await rate(chair, interview, twice)).msgCode, "STORE_FEEDBACK_ITEMS");
  const planned = await givenInterview(app, { staff, chairUserId: chair.user.id, roundNo: 2 });
  assert.equal((await rate(chair, planned, ratingOf(4))).msgCode, "STORE_STATE_ILLEGAL", "it has not begun");
  const { roundNo: _roundNo, ...plan } = planOf([chair.user.id]);
  const body = { ...plan, version: interview.version };
  const late = await (await hq()).call(contract.editInterview, { params: { id: interview.id }, body });
  assert.equal(late.msgCode, "STORE_STATE_ILLEGAL", "what has begun is not arranged anew");
  assert.equal((await rate(chair, interview, { ...ratingOf(4), comment: "太短了" })).msg, "评语至少10个字");
  assert.equal((await rate(chair, interview, ratingOf(4))).msg, "");
  assert.deepEqual([await look(other), await look(chair), await look(await hq())], [0, 1, 1]);
  const standing = async (by: Client) => {
    const { data } = await by.call(contract.getInterview, { params: { id: interview.id } });
    return [data.ratedCount, data.hasRated, data.feedback.map(({ isOwn, isOpen }) => [isOwn, isOpen])];
  };
  assert.deepEqual(await standing(chair), [1, true, [[true, true]]]);
  assert.deepEqual(await standing(other), [1, false, []]);
  assert.deepEqual(await standing(await hq()), [1, false, [[false, false]]]);
  await rate(other, interview, ratingOf(3, "HOLD"));
  assert.deepEqual([await look(other), await look(chair)], [2, 2]);
});

test("ST-R11 the last feedback passes or fails the interview by itself; else the chair decides with a note", async () => {
  const agreed = await givenBegun();
  await rate(agreed.chair, agreed.interview, ratingOf(4));
  const { data: passed } = await rate(agreed.other, agreed.interview, ratingOf(3, "HOLD"));
  assert.deepEqual([passed.state, passed.avgScore], ["PASSED", 3.5]);
  const failed = await givenBegun();
  await rate(failed.other, failed.interview, ratingOf(5));
  const { data: ended } = await rate(failed.chair, failed.interview, ratingOf(5, "FAIL"));
  assert.deepEqual([ended.state, ended.feedback.find(({ isOwn }) => isOwn)?.isOpen], ["FAILED", false]);
  assert.equal((await rate(failed.chair, ended, ratingOf(5))).msgCode, "STORE_FEEDBACK_LOCKED");

  const { chair, other, interview } = await givenBegun();
  const decide = (by: Client, version: number, verdict: "PASS" | "FAIL" = "PASS") =>
    by.call(contract.decideInterview, { params: { id: interview.id }, body: { verdict, note: "经验可培养", version } });
  await rate(chair, interview, ratingOf(4));
  assert.deepEqual(refusal(await decide(chair, 1)), ["STORE_FEEDBACK_MISSING", "尚有面试官未评价"]);
  const { data: split } = await rate(other, interview, ratingOf(2, "FAIL"));
  assert.deepEqual([split.state, split.avgScore, split.isChair], ["TO_RATE", 3, false]);
  const { data: forChair } = await chair.call(contract.getInterview, { params: { id: interview.id } });
  assert.equal(forChair.isChair, true, "the page offers the decision to the chair alone");
  assert.deepEqual(refusal(await decide(other, split.version)), ["STORE_NOT_CHAIR", "只有主面试官可以决定面试结果"]);
  const { data: decided } = await decide(chair, split.version);
  assert.deepEqual([decided.state, decided.decisionNote], ["PASSED", "经验可培养"]);
  assert.equal((await decide(chair, decided.version, "FAIL")).msgCode, "STORE_STATE_ILLEGAL");
});

test("ST-R11 one's own feedback may be changed for 24 hours, and until the decision", async () => {
  const { chair, other, interview } = await givenBegun();
  await rate(chair, interview, ratingOf(2, "HOLD"));
  assert.equal((await rate(chair, interview, ratingOf(4))).msg, "");
  const given = (seconds: number) =>
    app.rows("update interview_feedback set created_at = $2 where interview_id = $1", [
      interview.id,
      new Date(app.now().getTime() - seconds * 1000),
    ]);
  await given(24 * 3600 - 60);
  assert.equal((await rate(chair, interview, ratingOf(3))).msg, "");
  await given(24 * 3600 + 60);
  const locked = ["STORE_FEEDBACK_LOCKED", "评价已超过可修改时间"];
  assert.deepEqual(refusal(await rate(chair, interview, ratingOf(4))), locked);
  const shown = await chair.call(contract.getInterview, { params: { id: interview.id } });
  assert.equal(shown.data.feedback[0]?.isOpen, false);
  await given(0);
  await rate(chair, interview, ratingOf(4));
  const { data } = await rate(other, interview, ratingOf(4));
  assert.equal(data.state, "PASSED");
  assert.deepEqual(refusal(await rate(chair, data, ratingOf(5))), locked);
});

test("store 10 interviewers are reminded a day and an hour before, rate from the start on, and are asked again a day later", async () => {
  const [admin, staff] = [await hq(), await givenCandidate()];
  const people = [await interviewer("丁"), await interviewer("戊")];
  const { data } = await admin.call(contract.arrangeInterview, {
    params: { id: staff.id },
    body: planOf(
      people.map(({ user }) => user.id),
      25,
    ),
  });
  const told = async () =>
    (
      await app.rows<{ title: string }>("select title from notice where user_id = $1 order by created_at, id", [
        people[0]?.user.id,
      ])
    ).map(({ title }) => title);
  const state = async () =>
    (await app.rows<{ state: string }>("select state from interview where id = $1", [data.id]))[0]?.state;
  assert.deepEqual(await told(), ["面试安排"]);
  const seen: unknown[] = [];
  for (const hours of [1, 23, 1, 24]) {
    app.passTime(hours * 3600);
    await app.node.timers.fireAll();
    seen.push([await state(), (await told()).length]);
  }
  assert.deepEqual(seen, [
    ["PLANNED", 2],
    ["PLANNED", 3],
    ["TO_RATE", 4],
    ["TO_RATE", 4],
  ]);
  const asked = await app.rows<{ level: string }>(
    "select level from notice where user_id = $1 and title = '面试待评价'",
    [people[1]?.user.id],
  );
  assert.deepEqual(asked, [{ level: "WARN" }]);
});

test("store 10 what lies in the past when an interview is arranged or moved reminds of nothing", async () => {
  const [admin, staff, late] = [await hq(), await givenCandidate(), await interviewer("己")];
  const people = [late.user.id];
  const told = async () =>
    (
      await app.rows<{ title: string }>("select title from notice where user_id = $1 order by created_at, id", [
        late.user.id,
      ])
    ).map(({ title }) => title);
  const arranged = { params: { id: staff.id }, body: planOf(people, 25) };
  const { data } = await admin.call(contract.arrangeInterview, arranged);
  const { roundNo: _roundNo, ...plan } = planOf(people, 3);
  const body = { ...plan, version: data.version };
  assert.equal((await admin.call(contract.editInterview, { params: { id: data.id }, body })).msg, "");
  await app.node.timers.fireAll();
  const before = await told();
  assert.equal(before.includes("面试即将开始"), false);
  app.passTime(1.5 * 3600);
  await app.node.timers.fireAll();
  assert.deepEqual(await told(), before);
  app.passTime(0.6 * 3600);
  await app.node.timers.fireAll();
  assert.deepEqual(await told(), [...before, "面试即将开始"]);
});

test("store 10 a reminder that comes too late for the interview does nothing, and only who has not rated is asked", async () => {
  const { chair, other, interview } = await givenBegun();
  await app.rows("delete from notice where user_id = any($1)", [[chair.user.id, other.user.id]]);
  const ring = (step: "START" | "HOUR_BEFORE" | "DAY_AFTER") =>
    app.arrange((tx) => interviewTimer.handle(tx, { interviewId: interview.id, step }));
  const told = async () =>
    (
      await app.rows<{ userId: string }>("select user_id from notice where user_id = any($1)", [
        [chair.user.id, other.user.id],
      ])
    ).map(({ userId }) => userId);
  await ring("START");
  await ring("HOUR_BEFORE");
  assert.deepEqual(await told(), []);
  await rate(chair, interview, ratingOf(4));
  await ring("DAY_AFTER");
  assert.deepEqual(await told(), [other.user.id]);
  await app.rows("delete from notice where user_id = $1", [other.user.id]);
  await rate(other, interview, ratingOf(4));
  await app.rows("delete from interview_feedback where interview_id = $1", [interview.id]);
  await ring("DAY_AFTER");
  assert.deepEqual(await told(), [], "it is decided");
});

test("store 3.2 录用 needs every round passed and a seat; 淘汰 cancels what is planned", async () => {
  const admin = await hq();
  const staff = await givenStoreStaff(app, { storeId: (await givenCandidate(1)).storeId, state: "INTERVIEWING" });
  const offer = () =>
    admin.call(contract.offerStaff, {
      params: { id: staff.id },
      body: { entryDate: dayOf(app.now()), version: staff.version },
    });
  const open = ["STORE_ROUNDS_OPEN", "尚有面试轮次未通过"];
  assert.deepEqual(refusal(await offer()), open);
  const { id } = await givenInterview(app, { staff, state: "TO_RATE" });
  assert.deepEqual(refusal(await offer()), open);
  await app.rows("update interview set state = 'PASSED' where id = $1", [id]);
  const { id: seatedId } = await givenStoreStaff(app, { storeId: staff.storeId });
  assert.equal((await offer()).msgCode, "STORE_HEADCOUNT_FULL");
  await app.rows("update store_staff set state = 'LEFT', leave_on = '2026-01-01' where id = $1", [seatedId]);
  const { data, msg } = await offer();
  assert.equal(msg, "");
  assert.deepEqual([data.state, data.entryDate], ["TO_JOIN", dayOf(app.now())]);

  const other = await givenStoreStaff(app, { state: "INTERVIEWING" });
  const planned = await givenInterview(app, { staff: other });
  await admin.call(contract.rejectStaff, {
    params: { id: other.id },
    body: { reason: "薪资不符", version: other.version },
  });
  const rows = await app.rows("select state, decision_note as note from interview where id = $1", [planned.id]);
  assert.deepEqual(rows, [{ state: "CANCELLED", note: "候选人已淘汰" }]);
});
