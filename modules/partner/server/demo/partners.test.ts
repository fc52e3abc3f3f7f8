import assert from "node:assert/strict";
import { test } from "node:test";
import { loadAuthorityDemo } from "@ops/authority/server";
import { countPartners, isUscc, listPartners, partnerKinds, partnerStates, showBoard } from "../../contract/index.ts";
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
  const { data: page } = await client.call(listPartners, { query: { pageSize: 50 } });
  assert.ok(page.list.every(({ regionName, managerName, cities }) => regionName && managerName && cities.length > 0));
});
