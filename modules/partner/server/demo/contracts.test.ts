import assert from "node:assert/strict";
import { test } from "node:test";
import { givenPartner, testApp } from "../testing.ts";
import { loadContractDemo } from "./contracts.ts";

const app = testApp();

test("partner 11 the demo has 60 contracts in all their states, deposits with one short, and six months of assessments", async () => {
  for (let n = 0; n < 30; n++) {
    const level = (["S", "A", "B", "C"] as const)[n % 4] ?? "B";
    const activatedAt = n < 26 ? new Date(app.now().getTime() - (200 + n * 20) * 86_400_000) : null;
    await givenPartner(app, { level, activatedAt, state: n < 26 ? "ACTIVE" : "ONBOARDING" });
  }
  await app.arrange(loadContractDemo);
  const counted = async (query: string) => (await app.rows<{ n: number }>(query))[0]?.n;
  assert.equal(await counted("select count(*)::int as n from partner_contract"), 60);
  const states = await app.rows<{ state: string }>("select distinct state from partner_contract order by state");
  assert.deepEqual(
    states.map(({ state }) => state),
    ["APPROVED", "DRAFT", "EFFECTIVE", "RENEWED", "REVIEW"],
  );
  const ending = "state = 'EFFECTIVE' and kind = 'MAIN' and end_on between current_date and current_date + 31";
  assert.equal(await counted(`select count(*)::int as n from partner_contract where ${ending}`), 5);
  assert.equal(await counted("select count(*)::int as n from partner_contract where state = 'RENEWED'"), 3);
  assert.equal(
    await counted("select count(*)::int as n from partner where 'DEPOSIT' = any(risk_tags) and state = 'ACTIVE'"),
    1,
  );
  const late = "c.partner_id = p.id and c.kind = 'MAIN' and c.start_on <= p.activated_at::date";
  assert.equal(
    await counted(`select count(*)::int as n from partner p where activated_at is not null
      and not exists (select from partner_contract c where ${late})`),
    0,
    "the first contract holds when a partner begins",
  );
  assert.equal(await counted("select count(*)::int as n from partner_assessment"), 156);
  assert.equal(await counted("select count(*)::int as n from partner where account_limit = 8"), 1);
});
