import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, daysApart, instantOf } from "@ops/platform/contract";
import type { JobRun } from "@ops/platform/server";
import { contractReminders } from "./contract/jobs.ts";
import { onboardSchedules } from "./onboarding/jobs.ts";
import { syncTasks } from "./onboarding/sync.ts";
import { qualificationSchedules } from "./qualification/jobs.ts";
import { remindOfCerts } from "./staff/account/expire.ts";
import { staffStory } from "./staff/testing.ts";
import { givenContract, givenPaper, givenPartner, testApp } from "./testing.ts";

const app = testApp();
const { givenSales } = staffStory(app);
const reader = { permissions: ["partner:partner:view"] };
const work: JobRun = { step: (act) => app.arrange(act) };

const goTo = (day: string) => app.passTime((instantOf(`${day} 09:00:00`).getTime() - app.now().getTime()) / 1000);

/** Runs `act` at nine on each day around the holidays of October 2026. */
async function eachDay(act: (day: string) => Promise<void>): Promise<void> {
  for (let day = "2026-09-29"; day <= "2026-10-12"; day = addDays(day, 1)) {
    goTo(day);
    await act(day);
  }
}

test("PT-R20 PF-R112 a reminder for a rest day is sent on the last work day before it; a working weekend is no rest day", async () => {
  goTo("2026-09-28");
  const paperRemind = qualificationSchedules.find(({ name }) => name === "partner.paperRemind");
  assert.ok(paperRemind);
  const fallsOn = ["2026-09-30", "2026-10-01", "2026-10-07", "2026-10-08", "2026-10-10", "2026-10-11"];
  for (const day of fallsOn) {
    const partner = await givenPartner(app, { managerId: (await app.signIn(reader)).user.id });
    const endOn = addDays(day, 7);
    await givenContract(app, partner, { endOn });
    await givenPaper(app, partner, { kind: "LICENSE", state: "VALID", expireOn: endOn });
    await givenSales(partner, daysApart("2026-09-28", endOn));
  }
  const toldOn = new Map<string, Map<string, string>>();
  await eachDay(async (day) => {
    for (const one of [contractReminders, paperRemind, remindOfCerts]) await one.run(work);
    const told = await app.rows<{ kind: string; endOn: string }>(
      `select distinct split_part(merge_key, ':', 1) as kind, substring(content from '于(.{10})到期') as "endOn"
       from notice where merge_key like '%:7' and content like '%到期%'`,
    );
    for (const { kind, endOn } of told) {
      const days = toldOn.get(kind) ?? new Map();
      toldOn.set(kind, days);
      if (!days.has(endOn)) days.set(endOn, day);
    }
  });
  const expected = ["2026-09-30", "2026-09-30", "2026-09-30", "2026-10-08", "2026-10-10", "2026-10-10"];
  for (const kind of ["partner-contract", "partner.paper", "partner.cert"]) {
    assert.deepEqual(
      fallsOn.map((day) => toldOn.get(kind)?.get(addDays(day, 7))),
      expected,
      kind,
    );
  }
});

test("PT-R20 PF-R112 a record added on a rest day is reminded at once, and not again on the next work day", async () => {
  goTo("2026-10-03");
  const manager = await app.signIn(reader);
  const partner = await givenPartner(app, { managerId: manager.user.id });
  await givenContract(app, partner, { endOn: "2026-10-14" });
  const counts: number[] = [];
  for (const day of ["2026-10-03", "2026-10-07", "2026-10-08"]) {
    goTo(day);
    await contractReminders.run(work);
    await app.rows("update notice set read_at = now() where user_id = $1", [manager.user.id]);
    counts.push((await app.rows("select 1 from notice where user_id = $1", [manager.user.id])).length);
  }
  assert.deepEqual(counts, [1, 1, 1]);
});

test("PT-R20 PF-R112 people are reminded of a late task only on work days, with the number of days", async () => {
  goTo("2026-09-28");
  const finance = await app.signIn({ permissions: ["partner:deposit:edit", "partner:partner:view"] });
  const partner = await givenPartner(app, { state: "ONBOARDING", approvedAt: app.now() });
  await app.arrange((tx) => syncTasks(tx, partner));
  await app.rows("update partner_onboard_task set state = 'DONE' where partner_id = $1 and code <> 'DEPOSIT'", [
    partner.id,
  ]);
  await app.rows("update partner_onboard_task set due_on = '2026-09-30' where partner_id = $1", [partner.id]);
  const told: string[] = [];
  await eachDay(async (day) => {
    for (const one of onboardSchedules) await one.run(work);
    const found = await app.rows<{ content: string }>(
      "delete from notice where user_id = $1 and title = '入驻任务逾期' returning content",
      [finance.user.id],
    );
    for (const { content } of found) told.push(`${day} ${content.replace(/^.*】/, "")}`);
  });
  assert.equal(told[0], "2026-10-08 已逾期8天");
  assert.deepEqual(
    told.filter((line) => line < "2026-10-08"),
    [],
  );
});
