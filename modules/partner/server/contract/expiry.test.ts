import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import type { JobRun } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { dayIn, dropRestDays, givenContract, givenPartner, testApp } from "../testing.ts";
import { effectiveTerms } from "./effective.ts";
import { contractCalendar, contractReminders } from "./jobs.ts";
import { contractGraceDays, contractReminderDays } from "./params.ts";
import type { ContractRow } from "./tables.ts";

const app = testApp();
before(() => dropRestDays(app));
const work: JobRun = { step: (act) => app.arrange(act) };
const codes = ["partner:partner:view", "partner:contract:view", "partner:contract:edit", "partner:contractTerms:view"];

/** Moves to this time of the day, so many days from now. */
function passTo(days: number, clock: string): void {
  const then = new Date(startOfDay(dayIn(app, days)).getTime() + secondsOf(clock) * 1000);
  app.passTime((then.getTime() - app.now().getTime()) / 1000);
}
const secondsOf = (clock: string) => Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(3)) * 60;

interface Standing {
  readonly flags: string[];
  readonly riskTags: string[];
}

async function standing(partner: PartnerRow): Promise<Standing> {
  const [row] = await app.rows<Standing>("select flags, risk_tags from partner where id = $1", [partner.id]);
  assert.ok(row);
  return row;
}

async function statesOf(partner: PartnerRow): Promise<string[]> {
  const rows = await app.rows<{ state: string }>(
    "select state from partner_contract where partner_id = $1 order by start_on",
    [partner.id],
  );
  return rows.map(({ state }) => state);
}

const facts = async (row: Pick<ContractRow, "id">) => {
  const [found] = await app.rows<Pick<ContractRow, "state" | "effectiveOn" | "lapsedOn">>(
    "select state, effective_on, lapsed_on from partner_contract where id = $1",
    [row.id],
  );
  assert.ok(found);
  return [found.state, found.effectiveOn, found.lapsedOn];
};

const draftsOf = (partner: PartnerRow) =>
  app.rows<{ reason: string }>("select reason from partner_suspension where partner_id = $1", [partner.id]);

test("PT-R5 a renewal that starts the day after keeps everything running across midnight, without a gap", async () => {
  const partner = await givenPartner(app);
  const old = await givenContract(app, partner, { endOn: dayIn(app, 0) });
  const editor = await app.signIn({ permissions: codes });
  const renewal = { contractNo: "HT-R5-NEXT", endOn: dayIn(app, 365), version: old.version };
  const { data } = await editor.call(contract.renewContract, { params: { id: old.id }, body: renewal });
  assert.partialDeepStrictEqual(data, {
    startOn: dayIn(app, 1),
    gapDays: 0,
    prevContractNo: old.contractNo,
    state: "DRAFT",
  });
  const followed = await editor.call(contract.getContract, { params: { id: old.id } });
  assert.deepEqual([followed.data.isRenewed, data.isRenewed], [true, false]);
  await app.rows("delete from partner_contract where id = $1", [data.id]);
  await givenContract(app, partner, {
    prevContractId: old.id,
    startOn: dayIn(app, 1),
    endOn: dayIn(app, 365),
  });
  assert.deepEqual(await standing(partner), { flags: ["CLUE", "ORDER"], riskTags: [] });
  const told = (await app.auditOf(partner)).length;
  for (const [days, clock] of [
    [0, "23:59"],
    [1, "00:00"],
    [0, "00:04"],
  ] as const) {
    passTo(days, clock);
    const terms = await app.arrange((tx) => effectiveTerms(tx, partner.id, dayOf(tx.now)));
    assert.deepEqual([terms?.terms.flags, terms?.isInGrace], [["CLUE", "ORDER"], false], clock);
    assert.deepEqual(await standing(partner), { flags: ["CLUE", "ORDER"], riskTags: [] }, clock);
  }
  passTo(0, "00:05");
  await Promise.all([contractCalendar.run(work), contractCalendar.run(work)]);
  assert.deepEqual(await statesOf(partner), ["RENEWED", "EFFECTIVE"]);
  assert.deepEqual(await standing(partner), { flags: ["CLUE", "ORDER"], riskTags: [] });
  assert.equal((await app.auditOf(partner)).length, told, "nothing was ever written to the partner");
});

test("PT-R5 after its end a contract continues for the days of grace; then the flags are switched off and a suspension is drafted, once", async () => {
  const partner = await givenPartner(app);
  const { contractNo, endOn, state } = await givenContract(app, partner, { endOn: dayIn(app, 0) });
  assert.equal(state, "EFFECTIVE", "on its last day it still holds");
  passTo(1, "00:05");
  await contractCalendar.run(work);
  assert.deepEqual(await statesOf(partner), ["EXPIRED"]);
  assert.deepEqual(await standing(partner), { flags: ["CLUE", "ORDER"], riskTags: ["CONTRACT"] });
  passTo(14, "00:05");
  await contractCalendar.run(work);
  assert.deepEqual((await standing(partner)).flags, ["CLUE", "ORDER"]);
  assert.deepEqual(await draftsOf(partner), []);
  passTo(1, "00:05");
  await contractCalendar.run(work);
  assert.deepEqual((await standing(partner)).flags, []);
  const reason = `合同${contractNo}已于${endOn}到期且未续签`;
  assert.deepEqual(await draftsOf(partner), [{ reason }]);
  const off = await app.rows("select distinct source, reason from partner_flag_off where partner_id = $1", [
    partner.id,
  ]);
  assert.deepEqual(off, [{ source: "CONTRACT", reason }]);
  passTo(1, "00:05");
  await contractCalendar.run(work);
  assert.equal((await draftsOf(partner)).length, 1);
  const late = await givenContract(app, partner, { startOn: dayIn(app, 0), endOn: dayIn(app, 300) });
  assert.equal(late.state, "EFFECTIVE");
  assert.deepEqual(await standing(partner), { flags: ["CLUE", "ORDER"], riskTags: [] });
  assert.deepEqual(await statesOf(partner), ["RENEWED", "EFFECTIVE"]);
});

test("partner 12 a renewal signed a day late shows its gap; the flags are off that day only where there is no grace", async () => {
  const [patient, strict] = [await givenPartner(app), await givenPartner(app)];
  const ends = { endOn: dayIn(app, 0) };
  for (const partner of [patient, strict]) await givenContract(app, partner, ends);
  passTo(1, "00:05");
  await contractCalendar.run(work);
  assert.deepEqual((await standing(patient)).flags, ["CLUE", "ORDER"]);
  await setParam(app, contractGraceDays, "0");
  await contractCalendar.run(work);
  assert.deepEqual((await standing(strict)).flags, []);
  await setParam(app, contractGraceDays, "15");
  passTo(1, "00:05");
  const viewer = await app.signIn({ permissions: codes });
  for (const partner of [patient, strict]) {
    const { id } = await givenContract(app, partner, { startOn: dayIn(app, 0), endOn: dayIn(app, 300) });
    assert.deepEqual((await standing(partner)).flags, ["CLUE", "ORDER"]);
    assert.equal((await viewer.call(contract.getContract, { params: { id } })).data.gapDays, 1);
  }
});

test("PT-R5 the brand chooses the days before the end on which people are reminded", async () => {
  const manager = await app.signIn({ permissions: codes });
  const partner = await givenPartner(app, { managerId: manager.user.id });
  await givenContract(app, partner, { endOn: dayIn(app, 121) });
  const told = async () => {
    await contractReminders.run(work);
    await app.rows("update notice set read_at = now() where user_id = $1 and read_at is null", [manager.user.id]);
    return (await app.rows("select from notice where user_id = $1 and title = '合同即将到期'", [manager.user.id]))
      .length;
  };
  const wrong = ["", "0,30", "366", "abc", "1,2,3,4,5,6,7", "30;7", "1e2", "30,", "3 0"];
  assert.deepEqual(
    wrong.filter((text) => contractReminderDays.parse(text) !== null),
    [],
  );
  for (const text of ["1", "365", "1,2，3,4,5,6"]) assert.equal(contractReminderDays.parse(text), text);
  await setParam(app, contractReminderDays, "10，120");
  const counts = [await told()];
  for (const days of [1, 50, 60, 2]) {
    passTo(days, "09:00");
    counts.push(await told());
  }
  await setParam(app, contractReminderDays, contractReminderDays.initial);
  assert.deepEqual(counts, [0, 1, 1, 2, 2]);
});

test("PT-R5 PT-R20 manager and administrators are reminded 90, 60, 30 and 7 days before the end, once each, until it is renewed", async () => {
  const manager = await app.signIn({ permissions: codes });
  const partner = await givenPartner(app, { managerId: manager.user.id });
  const { contractNo, endOn, id } = await givenContract(app, partner, { endOn: dayIn(app, 91) });
  const told = () =>
    app.rows<{ content: string }>("select content from notice where user_id = $1 and title = '合同即将到期'", [
      manager.user.id,
    ]);
  const counts: number[] = [];
  for (const days of [0, 1, 1, 29, 1, 29, 23, 1]) {
    passTo(days, "09:00");
    await contractReminders.run(work);
    await contractReminders.run(work);
    await app.rows("update notice set read_at = now() where user_id = $1 and read_at is null", [manager.user.id]);
    counts.push((await told()).length);
  }
  assert.deepEqual(counts, [0, 1, 1, 2, 2, 3, 4, 4]);
  assert.equal((await told())[0]?.content, `合同${contractNo}将于${endOn}到期，请及时续签`);
  await givenContract(app, partner, { prevContractId: id, startOn: addDays(endOn, 1), endOn: addDays(endOn, 90) });
  passTo(2, "09:00");
  await contractReminders.run(work);
  assert.equal((await told()).length, 4, "what goes on is not told about");
});

test("PT-R5 the calendar lets a contract begin on its first day and end after its last", async () => {
  const partner = await givenPartner(app);
  const days = { startOn: dayIn(app, 1), endOn: dayIn(app, 2) };
  const coming = await givenContract(app, partner, days);
  const states = [await facts(coming)];
  for (const pass of [0, 1, 1, 1]) {
    passTo(pass, "00:05");
    await contractCalendar.run(work);
    states.push(await facts(coming));
  }
  assert.deepEqual(states, [
    ["SIGNED", null, null],
    ["SIGNED", null, null],
    ["EFFECTIVE", days.startOn, null],
    ["EFFECTIVE", days.startOn, null],
    ["EXPIRED", days.startOn, null],
  ]);
});

test("PT-R5 a contract that has ended counts as renewed only if a signed contract follows it", async () => {
  const [startOn, endOn] = [dayIn(app, 0), dayIn(app, 200)];
  const next = { startOn, endOn };
  const cases: readonly [string, Partial<ContractRow>, Partial<ContractRow>, boolean, string][] = [
    ["the next main contract", { kind: "MAIN" }, { kind: "MAIN" }, false, "RENEWED"],
    ["one that is still to come", { kind: "MAIN" }, { kind: "MAIN", startOn: dayIn(app, 9) }, false, "RENEWED"],
    ["one named as its renewal", { kind: "NDA" }, { kind: "NDA" }, true, "RENEWED"],
    ["another of its kind", { kind: "NDA" }, { kind: "NDA" }, false, "EXPIRED"],
    ["a main contract after a supplement", { kind: "SUPPLEMENT" }, { kind: "MAIN" }, false, "EXPIRED"],
    ["a supplement after a main contract", { kind: "MAIN" }, { kind: "SUPPLEMENT" }, false, "EXPIRED"],
    ["a draft", { kind: "MAIN" }, { kind: "MAIN", state: "DRAFT" }, true, "EXPIRED"],
    ["an earlier one", { kind: "MAIN" }, { startOn: dayIn(app, -300), endOn: dayIn(app, -200) }, false, "EXPIRED"],
  ];
  for (const [name, old, following, isNamed, state] of cases) {
    const partner = await givenPartner(app);
    const ended = await givenContract(app, partner, { ...old, endOn: dayIn(app, -1) });
    assert.equal(ended.state, "EXPIRED", name);
    await givenContract(app, partner, { ...next, ...following, prevContractId: isNamed ? ended.id : null });
    assert.equal((await facts(ended))[0], state, name);
  }
});

test("PT-R5 the rights of the contract lapse whatever else is signed; only a working partner gets a draft", async () => {
  const given = async (wishes: Partial<PartnerRow> = {}) => {
    const partner = await givenPartner(app, wishes);
    return { partner, main: await givenContract(app, partner, { endOn: dayIn(app, -15) }) };
  };
  const [extended, gap, resting] = [await given(), await given(), await given({ state: "SUSPENDED" })];
  await givenContract(app, extended.partner, { kind: "SUPPLEMENT", terms: { accountLimit: 9 } });
  await givenContract(app, gap.partner, { startOn: dayIn(app, 30), endOn: dayIn(app, 60) });
  for (const { partner } of [extended, gap, resting]) {
    assert.deepEqual(await standing(partner), { flags: ["CLUE", "ORDER"], riskTags: ["CONTRACT"] });
  }
  passTo(1, "00:05");
  await contractCalendar.run(work);
  const lapsedOn = dayIn(app, 0);
  for (const { partner, main } of [extended, gap, resting]) {
    assert.deepEqual(await standing(partner), { flags: [], riskTags: ["CONTRACT"] });
    assert.equal((await facts(main))[2], lapsedOn);
  }
  const reason = `合同${extended.main.contractNo}已于${extended.main.endOn}到期且未续签`;
  assert.deepEqual(await draftsOf(extended.partner), [{ reason }]);
  assert.deepEqual(await draftsOf(resting.partner), []);

  await app.rows("update partner_suspension set state = 'REJECTED' where partner_id = $1", [extended.partner.id]);
  passTo(1, "12:00");
  await givenContract(app, extended.partner, { kind: "SUPPLEMENT", terms: { accountLimit: 8 } });
  assert.equal((await draftsOf(extended.partner)).length, 1, "who decided is not asked again");
  assert.equal((await facts(extended.main))[2], lapsedOn);
});

test("PT-R5 a contract that is terminated before its start has no effects", async () => {
  const partner = await givenPartner(app);
  const { id, version } = await givenContract(app, partner, { startOn: dayIn(app, 5), endOn: dayIn(app, 50) });
  const head = await app.signIn({ permissions: [...codes, "partner:contract:approve"] });
  const { data } = await head.call(contract.terminateContract, { params: { id }, body: { reason: "未履行", version } });
  assert.equal(data.state, "TERMINATED");
  assert.deepEqual(await standing(partner), { flags: [], riskTags: [] });
  assert.deepEqual(await draftsOf(partner), []);
});

test("PT-R5 people are reminded of ending contracts that no signed contract follows", async () => {
  const manager = await app.signIn({ permissions: codes });
  const managed = (wishes: Partial<PartnerRow> = {}) => givenPartner(app, { managerId: manager.user.id, ...wishes });
  const until = (days: number) => ({ endOn: dayIn(app, days) });
  const after = { startOn: dayIn(app, 31), endOn: dayIn(app, 300) };
  const cases: readonly [boolean, Partial<ContractRow>, Partial<ContractRow> | null, Partial<PartnerRow>?][] = [
    [true, until(30), null],
    [true, until(0), null],
    [true, until(90), null],
    [true, { startOn: dayIn(app, 3), ...until(10) }, null],
    [true, { ...until(30), kind: "NDA" }, null],
    [true, until(30), null, { state: "EXITING" }],
    [true, until(30), { ...after, state: "DRAFT" }],
    [true, until(30), { ...after, kind: "SUPPLEMENT", prevContractId: null }],
    [true, { ...until(30), kind: "NDA" }, { ...after, prevContractId: null }],
    [true, until(30), { startOn: dayIn(app, -900), endOn: dayIn(app, -800), prevContractId: null }],
    [false, until(91), null],
    [false, until(-1), null],
    [false, { ...until(30), kind: "SUPPLEMENT" }, null],
    [false, { ...until(30), state: "REVIEW" }, null],
    [false, until(30), null, { state: "TERMINATED" }],
    [false, until(30), { ...after, prevContractId: null }],
    [false, { ...until(30), kind: "NDA" }, { ...after, kind: "NDA" }],
  ];
  const expected: string[] = [];
  for (const [isTold, ending, next, wishes] of cases) {
    const partner = await managed(wishes);
    const { id, contractNo, endOn } = await givenContract(app, partner, ending);
    if (next) await givenContract(app, partner, { prevContractId: id, ...next });
    if (isTold) expected.push(`合同${contractNo}将于${endOn}到期，请及时续签`);
  }
  await contractReminders.run(work);
  const told = await app.rows<{ content: string }>(
    "select content from notice where user_id = $1 and title = '合同即将到期' order by content",
    [manager.user.id],
  );
  assert.deepEqual(
    told.map(({ content }) => content),
    expected.sort(),
  );
});
