import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import type { JobRun } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { dayIn, givenPartner, testApp } from "../testing.ts";
import { assessmentClose } from "./close.ts";
import { registerMetricSource } from "./metrics.ts";

const app = testApp();
const work: JobRun = { step: (act) => app.arrange(act) };
const codes = ["partner:assess:edit", "partner:partner:view"];
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

/** Finds the month so many months before this one. */
function monthsAgo(months: number): string {
  const [year, month] = dayOf(app.now()).split("-").map(Number);
  const count = (year ?? 0) * 12 + (month ?? 0) - 1 - months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}

const example = [
  { metric: "FIRST_CONTACT", score: 92 },
  { metric: "LOCK", score: 75 },
  { metric: "ON_TIME", score: 88 },
  { metric: "COMPLAINT", score: 60 },
] as const;

async function assess(
  partner: PartnerRow,
  period: string,
  scores: readonly { metric: keyof typeof contract.assessmentMetrics; score: number | null }[],
) {
  const assessor = await app.signIn({ permissions: codes });
  const saved = await assessor.call(contract.saveAssessment, {
    params: { id: partner.id },
    body: { period, scores: [...scores], comment: "内部意见" },
  });
  const close = () =>
    assessor.call(contract.closeAssessment, { params: { id: saved.data.id }, body: { version: saved.data.version } });
  return { assessor, saved, close };
}

test("PT-R15 an assessment has at least one score", async () => {
  const partner = await givenPartner(app);
  const empty = [{ metric: "LOCK" as const, score: null }];
  for (const scores of [[], empty]) {
    const { saved } = await assess(partner, monthsAgo(1), scores);
    assert.deepEqual([saved.msgCode, saved.msg], ["PARTNER_ASSESS_EMPTY", "请至少填写一项得分"]);
  }
});

test("PT-R15 the total is the weighted mean of the scores, and the level follows from it", async () => {
  const partner = await givenPartner(app);
  const { saved, close } = await assess(partner, monthsAgo(1), example);
  assert.partialDeepStrictEqual(saved.data, { total: 81.1, level: "A", state: "DRAFT" });
  assert.equal((await close()).data.state, "CLOSED");
  const [{ level } = { level: "" }] = await app.rows<{ level: string }>("select level from partner where id = $1", [
    partner.id,
  ]);
  assert.equal(level, "A");
  const item = (score: number) => [{ metric: "LOCK" as const, weight: 3, value: null, score }];
  const levels = [100, 90, 89.99, 80, 79.99, 60, 59.99, 0].map((score) =>
    contract.levelOfTotal(contract.totalHundredths(item(score)) ?? -1),
  );
  assert.deepEqual(levels, ["S", "S", "A", "A", "B", "B", "C", "C"]);
});

test("PT-R15 a partner has one assessment per past month; once closed it is frozen", async () => {
  const partner = await givenPartner(app);
  const now = await assess(partner, monthsAgo(0), example);
  assert.deepEqual(whyNot(now.saved), ["PARTNER_ASSESS_FUTURE", "只能考核已结束的月份"]);
  const period = monthsAgo(1);
  const { saved, close, assessor } = await assess(partner, period, example.slice(0, 2));
  assert.deepEqual(whyNot(await close()), ["PARTNER_ASSESS_SCORES", "尚未评分：准时交付率、投诉率"]);
  assert.equal((await assess(partner, period, example)).saved.msgCode, "COMMON_DUPLICATE");
  const params = { id: partner.id };
  const edited = await assessor.call(contract.saveAssessment, {
    params,
    body: { period, scores: example.slice(2), version: saved.data.version },
  });
  assert.equal(edited.data.total, 81.1);
  const body = { version: edited.data.version };
  const closed = await assessor.call(contract.closeAssessment, { params: { id: saved.data.id }, body });
  assert.equal(closed.data.level, "A");
  const again = await assessor.call(contract.saveAssessment, {
    params,
    body: { period, scores: [], version: closed.data.version },
  });
  assert.deepEqual(whyNot(again), ["PARTNER_ASSESS_PERIOD", `${period}的考核已定稿`]);
  const twice = { params: { id: saved.data.id }, body: { version: closed.data.version } };
  assert.deepEqual(whyNot(await assessor.call(contract.closeAssessment, twice)), whyNot(again));
});

test("PT-R15 a second C in a row requires rectification, which the manager is told and somebody reports", async () => {
  const manager = await app.signIn({ permissions: codes });
  const partner = await givenPartner(app, { managerId: manager.user.id });
  const poor = example.map(({ metric }) => ({ metric, score: 50 }));
  assert.equal((await (await assess(partner, monthsAgo(2), poor)).close()).data.rectifyDueOn, null);
  const { assessor, close } = await assess(partner, monthsAgo(1), poor);
  const { data } = await close();
  assert.equal(data.rectifyDueOn, dayIn(app, 30));
  const told = await app.rows<{ content: string }>("select content from notice where user_id = $1", [manager.user.id]);
  assert.deepEqual(told, [{ content: `${partner.shortName}连续两期考核为C级，请于${data.rectifyDueOn}前完成整改` }]);
  const rectify = (version: number) =>
    assessor.call(contract.rectifyAssessment, { params: { id: data.id }, body: { note: "已增配人员", version } });
  const done = await rectify(data.version);
  assert.equal(done.data.rectifyNote, "已增配人员");
  assert.deepEqual(whyNot(await rectify(done.data.version)), ["PARTNER_ASSESS_RECTIFY", "没有待完成的整改任务"]);
});

test("partner 5 people of the partner see its assessments without the brand's comment", async () => {
  const partner = await givenPartner(app);
  const { assessor } = await assess(partner, monthsAgo(1), example);
  const commentOf = async (client: typeof assessor) =>
    (await client.call(contract.listAssessments, { params: { id: partner.id } })).data.list.map((one) => one.comment);
  assert.deepEqual(await commentOf(assessor), ["内部意见"]);
  assert.ok(partner.orgId);
  const own = await app.signIn({ permissions: codes, scope: "ORG_TREE", organization: { id: partner.orgId } });
  assert.deepEqual(await commentOf(own), [null]);
  const other = await givenPartner(app);
  const foreign = await own.call(contract.listAssessments, { params: { id: other.id } });
  assert.equal(foreign.msgCode, "COMMON_NOT_FOUND");
  const written = await own.call(contract.saveAssessment, {
    params: { id: other.id },
    body: { period: monthsAgo(1), scores: [...example], comment: "" },
  });
  assert.equal(written.msgCode, "COMMON_NOT_FOUND");
});

test("PT-R15 a month whose metrics modules have all measured is closed at once", async (context) => {
  for (const { metric, score } of example) {
    context.after(registerMetricSource({ metric, measure: async () => ({ value: score / 100, score }) }));
  }
  const partner = await givenPartner(app);
  await assessmentClose.run(work);
  const assessor = await app.signIn({ permissions: codes });
  const { data } = await assessor.call(contract.listAssessments, { params: { id: partner.id } });
  assert.deepEqual(
    data.list.map(({ period, state, total, level, comment }) => [period, state, total, level, comment]),
    [[monthsAgo(1), "CLOSED", 81.1, "A", null]],
  );
  const [row] = await app.rows<{ level: string }>("select level from partner where id = $1", [partner.id]);
  assert.equal(row?.level, "A");
});

test("PT-R15 at the end of a month the numbers of the modules are frozen; a metric that no module measures waits for a score", async (context) => {
  let value = 0.92;
  const measure = async () => ({ value, score: value * 100 });
  context.after(registerMetricSource({ metric: "FIRST_CONTACT", measure }));
  const partner = await givenPartner(app);
  await assessmentClose.run(work);
  value = 0.5;
  await assessmentClose.run(work);
  const assessor = await app.signIn({ permissions: codes });
  const params = { id: partner.id };
  const { data } = await assessor.call(contract.listAssessments, { params });
  assert.equal(data.list.length, 1);
  const [month] = data.list;
  assert.ok(month);
  assert.partialDeepStrictEqual(month, { period: monthsAgo(1), state: "DRAFT", total: null });
  const saved = await assessor.call(contract.saveAssessment, {
    params,
    body: {
      period: month.period,
      scores: example.map((one) => ({ ...one, score: one.metric === "FIRST_CONTACT" ? 1 : one.score })),
      version: month.version,
    },
  });
  assert.partialDeepStrictEqual(saved.data, { total: 81.1, level: "A" });
});

test("partner 5 the comment is for those who may assess this very partner", async () => {
  const [own, other] = [await givenPartner(app), await givenPartner(app)];
  const reader = await app.signIn({
    permissions: codes,
    scope: "ALL",
    scopeOverrides: { "partner:assess:edit": "SELF" },
  });
  await app.rows("update partner set manager_id = $2 where id = $1", [own.id, reader.user.id]);
  const comments = [];
  for (const partner of [own, other]) {
    await assess(partner, monthsAgo(1), example);
    const { data } = await reader.call(contract.listAssessments, { params: { id: partner.id } });
    comments.push(data.list[0]?.comment);
  }
  assert.deepEqual(comments, ["内部意见", null]);
});
