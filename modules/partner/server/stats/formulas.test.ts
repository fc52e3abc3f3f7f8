import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { addDays, startOfDay } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { syncTasks } from "../onboarding/sync.ts";
import { freezeStaff } from "../staff/account/freeze.ts";
import { dayIn, givenContract, givenPaper, givenPapers, givenPartner, givenStaff, testApp } from "../testing.ts";

const app = testApp();
const daysAgo = (days: number) => new Date(app.now().getTime() - days * 86_400_000);

/** Signs in somebody who sees only one region, so that the numbers are those of its partners. */
async function given() {
  const region = await givenOrganization(app, { type: "REGION" });
  const client = await app.signIn({ permissions: ["partner:stat:view"], scope: "ORG_TREE", organization: region });
  const partner = async (wishes: Partial<PartnerRow> = {}) => {
    const organization = await givenOrganization(app, { type: "PARTNER", parent: region });
    return givenPartner(app, { regionId: region.id, orgId: organization.id, ...wishes });
  };
  const stats = async (period?: string) =>
    (await client.call(contract.getPartnerStats, { query: period ? { period } : {} })).data;
  return { partner, stats };
}

test("partner 9 growth counts the partners of the period, and the median of their onboarding", async () => {
  const { partner, stats } = await given();
  for (const [approved, activated] of [
    [20, 10],
    [50, 20],
    [80, 89],
    [200, 90.5],
  ] as const) {
    await partner({ approvedAt: daysAgo(Math.max(approved, activated + 1)), activatedAt: daysAgo(activated) });
  }
  await partner({ state: "TERMINATED", terminatedAt: daysAgo(89) });
  await partner({ state: "TERMINATED", terminatedAt: daysAgo(90.5) });
  const told = await stats();
  assert.deepEqual([told.activeCount, told.activated, told.terminated, told.onboardingDays], [4, 3, 1, 10]);
});

test("partner 9 a period begins with its first instant and ends before the instant after its last", async () => {
  const [from, until] = ["2026-03-01", "2026-04-01"].map((day) => startOfDay(day));
  assert.ok(from && until);
  const march = "2026-03-01,2026-03-31";
  const before = (instant: Date, days: number) => new Date(instant.getTime() - days * 86_400_000);
  const first = await given();
  await first.partner({ approvedAt: before(from, 2), activatedAt: from });
  await first.partner({ approvedAt: before(until, 50), activatedAt: until });
  await first.partner({ state: "TERMINATED", terminatedAt: from });
  await first.partner({ state: "TERMINATED", terminatedAt: until });
  const { activated, terminated, onboardingDays } = await first.stats(march);
  assert.deepEqual([activated, terminated, onboardingDays], [1, 1, 2]);

  /** Measures the turnover of people, each active since a time and, if given, left on a day. */
  const turnover = async (...people: [since: Date, leaveOn: string | null][]) => {
    const region = await given();
    const mine = await region.partner();
    for (const [since, leaveOn] of people) {
      const { id } = await givenStaff(app, { partner: mine });
      const text = "update partner_staff set activated_at = $2, leave_on = $3, state = $4 where id = $1";
      await app.rows(text, [id, since, leaveOn, leaveOn ? "LEFT" : "ACTIVE"]);
    }
    return (await region.stats(march)).turnover;
  };
  const old = before(from, 100);
  assert.deepEqual(await turnover([old, null], [from, null], [until, null], [old, "2026-03-31"]), {
    part: 1,
    whole: 2,
  });
  assert.deepEqual(await turnover([old, "2026-03-01"]), { part: 1, whole: 1 }, "in service on the first day");
  assert.deepEqual(await turnover([old, "2026-02-28"], [old, "2026-04-01"]), { part: 0, whole: 1 });
});

test("partner 9 papers: what holds today of what partners at work must have", async () => {
  const { partner, stats } = await given();
  const whole = await partner();
  await givenPapers(app, whole, { expireOn: dayIn(app, 0) });
  const half = await partner({ state: "SUSPENDED" });
  await givenPaper(app, half, { kind: "LICENSE" });
  await givenPaper(app, half, { kind: "LICENSE" });
  await givenPaper(app, half, { kind: "PERMIT" }); // this kind is only optional
  await givenPaper(app, half, { kind: "DATA", expireOn: dayIn(app, -1) });
  await givenPaper(app, half, { kind: "INSURANCE", state: "WAITING" });
  await givenPapers(app, await partner({ state: "ONBOARDING" }));
  assert.deepEqual((await stats()).papers, { part: 5, whole: 8 });
});

test("partner 9 contracts: those of the period that were renewed, and the main ones that end month by month", async () => {
  const { partner, stats } = await given();
  const [one, two, three] = [await partner(), await partner(), await partner()];
  const ran = (state: "RENEWED" | "EXPIRED" | "TERMINATED", end: number) => ({
    startOn: dayIn(app, end - 5),
    endOn: dayIn(app, end),
    effectiveOn: dayIn(app, end - 5),
    state,
  });
  await givenContract(app, one, ran("RENEWED", -20));
  await givenContract(app, one, ran("RENEWED", -100));
  await givenContract(app, two, ran("EXPIRED", -20));
  await givenContract(app, three, { ...ran("TERMINATED", -20), terminatedOn: dayIn(app, -21) });
  await givenContract(app, three, { ...ran("RENEWED", -20), kind: "SUPPLEMENT", terms: {} });
  assert.deepEqual((await stats()).renewals, { part: 1, whole: 2 });

  const month = `${dayIn(app, 0).slice(0, 7)}-01`;
  const next = `${addDays(month, 31).slice(0, 7)}-01`;
  await givenContract(app, one, { startOn: dayIn(app, 0), endOn: next });
  await givenContract(app, two, { startOn: dayIn(app, 0), endOn: addDays(next, -1) });
  await givenContract(app, three, { startOn: dayIn(app, 0), endOn: next, kind: "SUPPLEMENT", terms: {} });
  const ends = (await stats()).contractEnds;
  assert.deepEqual(
    [ends.length, ends.slice(0, 3)],
    [
      12,
      [
        { name: month.slice(0, 7), count: 1 },
        { name: next.slice(0, 7), count: 1 },
        { name: addDays(next, 31).slice(0, 7), count: 0 },
      ],
    ],
  );
});

test("partner 9 accounts that signed in within seven days of the usable ones, and people who left of those in service", async () => {
  const { partner, stats } = await given();
  const mine = await partner();
  const people: Awaited<ReturnType<typeof givenStaff>>[] = [];
  for (let n = 0; n < 4; n++) people.push(await givenStaff(app, { partner: mine }));
  const [fresh, old, never, frozen] = people;
  assert.ok(fresh && old && never && frozen);
  const signedIn = ({ userId }: { userId: string | null }, days: number) =>
    app.rows("update app_user set last_login_at = $2 where id = $1", [userId, daysAgo(days)]);
  const since = startOfDay(dayIn(app, -7));
  const signedInAt = ({ userId }: { userId: string | null }, at: Date) =>
    app.rows("update app_user set last_login_at = $2 where id = $1", [userId, at]);
  await signedInAt(fresh, since);
  await signedInAt(old, new Date(since.getTime() - 1));
  await signedIn(frozen, 1);
  await app.arrange((tx) => freezeStaff(tx, frozen, "MANUAL"));
  await givenStaff(app, { partner: mine, state: "TRAINING" });
  assert.deepEqual((await stats()).accounts, { part: 1, whole: 3 });

  await app.rows("update partner_staff set activated_at = $2 where partner_id = $1 and user_id is not null", [
    mine.id,
    daysAgo(200),
  ]);
  const leave = ({ id }: { id: string }, days: number) =>
    app.rows("update partner_staff set state = 'LEFT', leave_on = $2 where id = $1", [id, dayIn(app, -days)]);
  await leave(old, 30);
  await leave(never, 120);
  assert.deepEqual((await stats()).turnover, { part: 1, whole: 3 }, "three at the start, two at the end");
});

test("partner 9 open tasks are the required ones of partners that come in; the rank is that of the newest closed month", async () => {
  const { partner, stats } = await given();
  const coming = await partner({ state: "ONBOARDING", kinds: ["DELIVERY"] });
  await app.arrange((tx) => syncTasks(tx, coming));
  await app.rows("update partner_onboard_task set state = 'DONE' where partner_id = $1 and code = 'SETTLE'", [
    coming.id,
  ]);
  const stopped = await partner({ state: "ONBOARDING", kinds: ["DELIVERY"] });
  await app.arrange((tx) => syncTasks(tx, stopped));
  await app.rows("update partner set state = 'ACTIVE' where id = $1", [stopped.id]);
  const open = (await stats()).openTasks;
  assert.deepEqual(
    open.map(({ count }) => count),
    [1, 1, 1],
  );
  assert.ok(!open.some(({ name }) => name.includes("结算账户") || name.includes("保证金")));

  const assessed = async (wishes: Partial<PartnerRow>, period: string, total: number, state = "CLOSED") => {
    const { id, shortName } = await partner(wishes);
    await app.rows(
      `insert into partner_assessment (id, created_at, created_by, updated_at, updated_by, partner_id, period, items,
         total_hundredths, level, state) values ($1, now(), $1, now(), $1, $2, $3, '[]', $4, 'A', $5)`,
      [newId(), id, period, total, state],
    );
    return shortName;
  };
  const [second, first] = [await assessed({}, "2026-09", 8_050), await assessed({}, "2026-09", 9_000)];
  await assessed({}, "2026-08", 9_900);
  await assessed({}, "2026-10", 9_900, "DRAFT");
  const { ranking, rankingPeriod } = await stats();
  for (let n = 0; n < 9; n++) await assessed({}, "2026-09", 7_000 - n);
  const ranked = (await stats()).ranking;
  assert.deepEqual([ranked.length, ranked.at(-1)?.total], [10, 69.93], "ten of eleven");
  assert.deepEqual(
    [rankingPeriod, ranking.map(({ name, total }) => [name, total])],
    [
      "2026-09",
      [
        [first, 90],
        [second, 80.5],
      ],
    ],
  );
});
