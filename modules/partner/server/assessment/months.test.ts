import assert from "node:assert/strict";
import { test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { givenPartner, testApp } from "../testing.ts";
import { assessmentClose } from "./close.ts";
import { assessmentWeights } from "./params.ts";

const app = testApp();
const codes = ["partner:assess:edit", "partner:partner:view"];
const person = () => app.signIn({ permissions: codes });

/** Finds the month so many months before this one. */
function monthBefore(months: number): string {
  let day = `${dayOf(app.now()).slice(0, 7)}-01`;
  for (let n = 0; n < months; n++) day = `${addDays(day, -1).slice(0, 7)}-01`;
  return day.slice(0, 7);
}

const given = ({ id }: PartnerRow, months: number, { level = "C", state = "CLOSED" } = {}) =>
  app.rows(
    `insert into partner_assessment (id, created_at, created_by, updated_at, updated_by, partner_id, period, items,
       total_hundredths, level, state) values ($1, now(), $1, now(), $1, $2, $3, '[]', 5000, $4, $5) returning id`,
    [newId(), id, monthBefore(months), level, state],
  );
const close = async (partner: PartnerRow, months: number) => {
  const client = await person();
  const params = { id: partner.id };
  const { data } = await client.call(contract.listAssessments, { params });
  const draft = data.list.find(({ period }) => period === monthBefore(months));
  assert.ok(draft);
  return client.call(contract.closeAssessment, { params: { id: draft.id }, body: { version: draft.version } });
};
const levelOf = async ({ id }: PartnerRow) => {
  const [row] = await app.rows<{ level: string }>("select level from partner where id = $1", [id]);
  return row?.level;
};

test("PT-R15 only a C right after a C of the same partner asks for rectification", async () => {
  const other = await givenPartner(app);
  await given(other, 3);
  const cases: readonly [string, readonly [number, object][], boolean][] = [
    ["two in a row", [[3, {}]], true],
    ["a month between", [[4, {}]], false],
    ["better before", [[3, { level: "B" }]], false],
    ["not closed before", [[3, { state: "DRAFT" }]], false],
    ["none before", [], false],
  ];
  for (const [name, before, isAsked] of cases) {
    const partner = await givenPartner(app);
    for (const [months, wishes] of before) await given(partner, months, wishes);
    await given(partner, 2, { state: "DRAFT" });
    const { data, msg } = await close(partner, 2);
    assert.deepEqual([msg, data.rectifyDueOn !== null], ["", isAsked], name);
    assert.equal(await levelOf(partner), "C", name);
  }
  const good = await givenPartner(app);
  await given(good, 3);
  await given(good, 2, { level: "A", state: "DRAFT" });
  assert.deepEqual([(await close(good, 2)).data.rectifyDueOn, await levelOf(good)], [null, "A"]);
});

test("PT-R15 the level of the partner is that of its newest month, whenever an older one is closed", async () => {
  const [partner, other] = [await givenPartner(app), await givenPartner(app)];
  await given(other, 1, { level: "S" });
  await given(partner, 2, { level: "A", state: "DRAFT" });
  await given(partner, 3, { level: "C", state: "DRAFT" });
  await given(partner, 1, { level: "S", state: "DRAFT" });
  await close(partner, 2);
  assert.equal(await levelOf(partner), "A", "a later month that is open says nothing yet");
  await close(partner, 3);
  assert.equal(await levelOf(partner), "A");
  const client = await person();
  const { data } = await client.call(contract.listAssessments, { params: { id: partner.id } });
  assert.deepEqual(
    data.list.map(({ period }) => period),
    [monthBefore(1), monthBefore(2), monthBefore(3)],
  );
});

test("PT-R15 a month is over before it is scored, is entered once, and rectification is reported once", async () => {
  const partner = await givenPartner(app);
  const client = await person();
  const save = (period: string, version?: number) =>
    client.call(contract.saveAssessment, {
      params: { id: partner.id },
      body: { period, scores: [{ metric: "LOCK", score: 70 }], comment: "", ...(version ? { version } : {}) },
    });
  assert.equal((await save(monthBefore(0))).msgCode, "PARTNER_ASSESS_FUTURE");
  const first = await save(monthBefore(1));
  assert.deepEqual([first.msg, first.data.comment], ["", null]);
  assert.equal((await save(monthBefore(1))).msgCode, "COMMON_DUPLICATE");
  assert.equal((await save(monthBefore(1), first.data.version)).msg, "");
  assert.equal((await save(monthBefore(2), 7)).data.version, 1, "a month that is not there is entered");
  const params = { id: first.data.id };
  const early = await client.call(contract.rectifyAssessment, { params, body: { note: "好了", version: 2 } });
  assert.equal(early.msgCode, "PARTNER_ASSESS_RECTIFY");
  await app.rows("update partner_assessment set rectify_due_on = '2030-01-01' where id = $1", [first.data.id]);
  const done = await client.call(contract.rectifyAssessment, { params, body: { note: "好了", version: 2 } });
  assert.equal(done.msg, "");
  const again = await client.call(contract.rectifyAssessment, { params, body: { note: "好了", version: 3 } });
  assert.equal(again.msgCode, "PARTNER_ASSESS_RECTIFY");
});

test("PT-R15 the nightly run on the first creates the month for working partners, and leaves an existing one alone", async () => {
  const [active, suspended] = [await givenPartner(app), await givenPartner(app, { state: "SUSPENDED" })];
  const [coming, had] = [await givenPartner(app, { state: "ONBOARDING" }), await givenPartner(app)];
  await given(had, 1, { level: "A" });
  await given(active, 2);
  await assessmentClose.run({ step: (act) => app.arrange(act) });
  const months = async ({ id }: PartnerRow) => {
    const rows = await app.rows<{ period: string }>(
      "select period from partner_assessment where partner_id = $1 order by period",
      [id],
    );
    return rows.map(({ period }) => period);
  };
  assert.deepEqual(await months(had), [monthBefore(1)]);
  assert.deepEqual(await months(coming), []);
  assert.deepEqual(
    [await months(active), await months(suspended)],
    [[monthBefore(2), monthBefore(1)], [monthBefore(1)]],
  );
});

test("PT-R15 every metric with a weight waits for its score, however small the weight is", async () => {
  const partner = await givenPartner(app);
  const client = await person();
  await setParam(app, assessmentWeights.EMPTY_LOCK, "1");
  const scores = (["FIRST_CONTACT", "LOCK", "ON_TIME", "COMPLAINT"] as const).map((metric) => ({ metric, score: 80 }));
  const body = { period: monthBefore(1), scores, comment: "" };
  const { data } = await client.call(contract.saveAssessment, { params: { id: partner.id }, body });
  await setParam(app, assessmentWeights.EMPTY_LOCK, "0");
  const close = { params: { id: data.id }, body: { version: data.version } };
  assert.equal((await client.call(contract.closeAssessment, close)).msg, "尚未评分：空锁率");
});

test("PT-R15 the latest sixty months are shown", async () => {
  const partner = await givenPartner(app);
  for (let months = 1; months <= 61; months++) await given(partner, months);
  const { data } = await (await person()).call(contract.listAssessments, { params: { id: partner.id } });
  assert.deepEqual(
    [data.list.length, data.list[0]?.period, data.list[59]?.period],
    [60, monthBefore(1), monthBefore(60)],
  );
});
