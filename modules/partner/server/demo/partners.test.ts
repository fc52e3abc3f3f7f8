import assert from "node:assert/strict";
import { test } from "node:test";
import { loadAuthorityDemo } from "@ops/authority/server";
import { isUscc } from "@ops/platform/contract";
import {
  countPartners,
  getPartnerStats,
  listPartners,
  partnerKinds,
  partnerStates,
  showBoard,
} from "../../contract/index.ts";
import { testApp } from "../testing.ts";
import { loadPartnerDemo } from "./load.ts";

const app = testApp();

test("section 11: 36 partners of every state and kind, two in a group, four with a paper that ended", async () => {
  await app.arrange(async (tx) => {
    await loadAuthorityDemo(tx);
    await loadPartnerDemo(tx);
    await loadPartnerDemo(tx);
  });
  const rows = await app.rows<{ uscc: string; state: string; kinds: string[]; parent: string | null; tags: string[] }>(
    `select uscc, state, kinds, parent_partner_id as parent, risk_tags as tags from partner`,
  );
  assert.equal(rows.length, 36);
  assert.ok(rows.every(({ uscc }) => isUscc(uscc)));
  assert.deepEqual([...new Set(rows.map(({ state }) => state))].sort(), Object.keys(partnerStates.states).sort());
  assert.deepEqual([...new Set(rows.flatMap(({ kinds }) => kinds))].sort(), Object.keys(partnerKinds).sort());
  assert.equal(rows.filter(({ parent }) => parent !== null).length, 1);
  assert.equal(rows.filter(({ tags }) => tags.includes("PAPER")).length, 4);
  const client = await app.signIn({ permissions: ["partner:partner:view"] });
  const { data: cards } = await client.call(countPartners, {});
  assert.partialDeepStrictEqual(cards, { active: 20, onboarding: 5, review: 3, suspended: 3, paperExpired: 4 });
  const { data: board } = await client.call(showBoard, {});
  assert.equal(
    board.reduce((sum, { total }) => sum + total, 0),
    8,
  );
  const silent = await app.rows(
    "select partner_no from partner p where not exists (select from audit_log a where a.biz_type = 'partner' and a.biz_id = p.id::text)",
  );
  assert.deepEqual(silent, [], "every partner has its log");
  const suspended = await app.rows<{ actions: string[] }>(
    `select array_agg(a.action_name order by a.occurred_at) as actions from partner p join audit_log a on a.biz_id = p.id::text
     where p.state = 'SUSPENDED' group by p.id`,
  );
  assert.equal(suspended.length, 3);
  for (const { actions } of suspended) {
    assert.deepEqual(actions.slice(-3), ["启用合作伙伴", "提交暂停复核", "确认暂停"]);
  }
  const odd = await app.rows(
    "select contract_no from partner_contract where substr(contract_no, 3, 4) <> to_char(start_on, 'YYYY')",
  );
  assert.deepEqual(odd, [], "a contract is numbered by the year in which it begins");
  const statistician = await app.signIn({ permissions: ["partner:stat:view"] });
  const { data: stats } = await statistician.call(getPartnerStats, { query: {} });
  assert.ok(stats.onboardingDays !== null && stats.onboardingDays > 20, `${stats.onboardingDays} days`);
  assert.ok(stats.renewals.part > 0 && stats.renewals.part < stats.renewals.whole, JSON.stringify(stats.renewals));
  assert.ok(stats.activated > 0);
  const { data: page } = await client.call(listPartners, { query: { pageSize: 50 } });
  assert.ok(page.list.every(({ regionName, managerName, cities }) => regionName && managerName && cities.length > 0));
});
