import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallInput } from "@ops/platform/contract";
import { countScope } from "../../contract/index.ts";
import { givenOrganization, testApp } from "../testing.ts";

const app = testApp();

test("authority 5.5 覆盖 n 个组织: what a scope reaches from a sample of a post, of the organisations in sight", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  const store = await givenOrganization(app, { parent: city });
  const elsewhere = await givenOrganization(app);
  const me = await app.signIn({ permissions: ["authority:role:list"], scope: "ORG_TREE", organization: city });
  const count = async (query: { dataScope: "ALL" | "ORG" | "ORG_TREE" | "SELF" | "CUSTOM"; customOrgs?: string }) =>
    (await me.call(countScope, { query: { organizationId: city.id, ...query } })).data.organizations;

  assert.equal(await count({ dataScope: "ORG" }), 1);
  assert.equal(await count({ dataScope: "ORG_TREE" }), 2);
  assert.equal(await count({ dataScope: "SELF" }), 0);
  assert.equal(await count({ dataScope: "ALL" }), 2);
  assert.equal(await count({ dataScope: "CUSTOM", customOrgs: `${city.id}*` }), 2);
  assert.equal(await count({ dataScope: "CUSTOM", customOrgs: `${store.id},${elsewhere.id}` }), 1);
  const hidden = await me.call(countScope, { query: { dataScope: "ORG", organizationId: elsewhere.id } });
  assert.equal(hidden.msgCode, "COMMON_NOT_FOUND");
  const garbage = await me.call(countScope, { query: { dataScope: "CUSTOM", customOrgs: "abc" } });
  assert.deepEqual([garbage.msgCode, garbage.msg], ["COMMON_PARAM", "自定义组织格式不正确"]);
});

test("authority 5.5 without a sample only the organisations that exist and are in sight count", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  const gone = await givenOrganization(app, { parent: city });
  await app.rows("update organization set deleted_at = now() where id = $1", [gone.id]);
  const me = await app.signIn({ permissions: ["authority:role:list"], scope: "ORG_TREE", organization: city });
  const admin = await app.signIn({ boolAdmin: true });
  const [all] = await app.rows<{ n: number }>("select count(*)::int as n from organization where deleted_at is null");
  const count = async (client: typeof me, query: CallInput<typeof countScope>["query"]) => {
    const { data, msgCode } = await client.call(countScope, { query });
    return data?.organizations ?? msgCode;
  };
  assert.equal(await count(admin, { dataScope: "ALL" }), all?.n);
  assert.equal(await count(me, { dataScope: "ALL" }), 1);
  assert.equal(await count(me, { dataScope: "ORG_TREE" }), 0);
  assert.equal(await count(me, { dataScope: "ORG_TREE", organizationId: city.id }), 1);
  assert.equal(await count(admin, { dataScope: "CUSTOM", customOrgs: `${city.id}*,${gone.id}` }), 1);
  assert.equal(await count(admin, { dataScope: "SELF", organizationId: gone.id }), "COMMON_NOT_FOUND");
});
