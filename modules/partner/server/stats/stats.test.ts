import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { dayIn, givenContract, givenPartner, testApp } from "../testing.ts";

const app = testApp();

test("partner 9 the numbers follow their formulas, inside the reader's scope", async () => {
  const daysAgo = (days: number) => new Date(app.now().getTime() - days * 86_400_000);
  const mine = await givenPartner(app, { approvedAt: daysAgo(30), activatedAt: daysAgo(10) });
  await givenPartner(app, {
    state: "TERMINATED",
    approvedAt: daysAgo(400),
    activatedAt: daysAgo(380),
    terminatedAt: daysAgo(5),
  });
  const old = { startOn: dayIn(app, -100), endOn: dayIn(app, -3) };
  await givenContract(app, mine, old);
  await givenContract(app, mine, { startOn: dayIn(app, -2), endOn: dayIn(app, 40) });
  await givenContract(app, await givenPartner(app), { startOn: dayIn(app, -100), endOn: dayIn(app, -2) });
  await app.rows(
    `insert into partner_assessment (id, created_at, created_by, updated_at, updated_by, partner_id, period, items,
       total_hundredths, level, state) values ($1, now(), $1, now(), $1, $1, '2020-01', '[]', 8110, 'A', 'CLOSED')`,
    [mine.id],
  );
  const reader = await app.signIn({ permissions: ["partner:stat:view"] });
  const { data } = await reader.call(contract.getPartnerStats, { query: {} });
  assert.partialDeepStrictEqual(data, {
    activeCount: 2,
    activated: 1,
    terminated: 1,
    onboardingDays: 20,
    renewals: { part: 1, whole: 2 },
    rankingPeriod: "2020-01",
    ranking: [{ name: mine.shortName, total: 81.1, level: "A" }],
  });
  assert.equal(data.contractEnds.length, 12);
  assert.equal(
    data.contractEnds.reduce((sum, { count }) => sum + count, 0),
    1,
  );
  assert.equal(data.papers.part, 0);
  const past = await reader.call(contract.getPartnerStats, { query: { period: "2020-01-01,2020-02-01" } });
  assert.partialDeepStrictEqual(past.data, { activated: 0, onboardingDays: null, renewals: { part: 0, whole: 0 } });
  const ever = await reader.call(contract.getPartnerStats, { query: { period: "0001-01-01,9999-12-31" } });
  assert.partialDeepStrictEqual(ever.data, { activated: 2, renewals: { part: 1, whole: 2 } });
  assert.ok(mine.orgId);
  const scoped = { permissions: ["partner:stat:view"], scope: "ORG_TREE", organization: { id: mine.orgId } } as const;
  const own = await (await app.signIn(scoped)).call(contract.getPartnerStats, { query: {} });
  assert.partialDeepStrictEqual(own.data, { activeCount: 1, terminated: 0, renewals: { part: 1, whole: 1 } });
});
