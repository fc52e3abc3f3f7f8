import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type { KyselyPlugin } from "kysely";
import { staffing } from "../organization/staffing.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";

const app = testApp();
const [VIEW, EDIT] = ["probe:many:view", "probe:many:edit"];

/** Loads the rights of these people and counts the queries that it takes. */
async function counted(userIds: readonly string[]) {
  let queries = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries++;
      return result;
    },
  };
  const load = (tx: Tx) => staffing.actorsEverywhere({ ...tx, kysely: tx.kysely.withPlugin(counter) }, userIds);
  return { actors: await app.arrange(load), queries };
}

/** The organisations that the scope of a code contains, `ALL`, or nothing. */
async function reachOf(actors: Awaited<ReturnType<typeof counted>>["actors"], userId: string, code: string) {
  const scope = actors.get(userId)?.scopeOf(code);
  if (!scope || scope.all) return scope ? "ALL" : null;
  const { organizations, selfId } = scope;
  if (!organizations) return selfId === null ? [] : ["SELF"];
  const found = await app.arrange((tx) => organizations.execute(tx.kysely));
  return found.rows.length;
}

test("PF-R123 the rights of many people are loaded with the queries of one, each with the own roles at the own posts", async () => {
  const [region, other] = [await givenOrganization(app, { type: "REGION" }), await givenOrganization(app)];
  await givenOrganization(app, { parent: region });
  const tree = await givenRole(app, { permissionCodes: [VIEW], dataScope: "ORG_TREE" });
  const own = await givenRole(app, { permissionCodes: [VIEW, EDIT], dataScope: "SELF" });
  const person = async (...posts: (readonly [{ readonly id: string }, typeof tree])[]) => {
    const user = await givenUser(app);
    for (const [n, [organization, role]] of posts.entries()) {
      await givenMembership(app, { user, organization, roles: [role], isPrimary: n === 0 });
    }
    return user.id;
  };
  const [chief, both, seller] = [
    await person([region, tree]),
    await person([region, tree], [other, tree]),
    await person([other, own]),
  ];
  const [idle, left, over] = [await person(), await person([region, tree]), await person([region, tree])];
  const admin = (await app.signIn({ boolAdmin: true })).user.id;
  await app.rows("update app_user set status = 'LEFT' where id = $1", [left]);
  await app.rows("update app_user set valid_until = $2 where id = $1", [over, addDays(dayOf(app.now()), -1)]);
  const one = await counted([chief]);
  const crowd = [];
  for (let n = 0; n < 20; n++) crowd.push(await person([region, tree]));
  const many = await counted([chief, both, seller, idle, left, over, admin, ...crowd]);
  assert.equal(many.queries, one.queries);
  assert.deepEqual([...many.actors.keys()].toSorted(), [chief, both, seller, admin, ...crowd].toSorted());
  const reaches = await Promise.all([chief, both, seller, admin].map((id) => reachOf(many.actors, id, VIEW)));
  assert.deepEqual(reaches, [2, 3, ["SELF"], "ALL"]);
  const edits = [chief, seller, admin].map((id) => many.actors.get(id)?.can(EDIT));
  assert.deepEqual(edits, [false, true, true]);
  assert.deepEqual(await counted([]), { actors: new Map(), queries: 0 });
});
