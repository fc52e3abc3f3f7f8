import assert from "node:assert/strict";
import { test } from "node:test";
import { staffing } from "../organization/staffing.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";
import { holdersAt, holdersOfAll, holdersOver, leadersAbove } from "./holders-at.ts";

const app = testApp();
let made = 0;

/** Makes headquarters, a region with two stores, and a code that nobody holds yet. */
async function given() {
  const region = await givenOrganization(app, { type: "REGION" });
  const store = await givenOrganization(app, { parent: region });
  const sibling = await givenOrganization(app, { parent: region });
  const [root] = await app.rows<{ id: string; name: string; path: string; level: number }>(
    "select id, name, path, level from organization where parent_id is null",
  );
  assert.ok(root);
  return { root, region, store, sibling, code: `probe:thing${++made}:approve` };
}
type Scope = "ALL" | "ORG" | "ORG_TREE" | "SELF" | "CUSTOM";
type Place = { readonly id: string };

async function holder(code: string, organization: Place, dataScope: Scope, customOrgs: Place[] = []) {
  const custom = customOrgs.map(({ id }) => ({ orgId: id, withChildren: false }));
  const role = await givenRole(app, { permissionCodes: [code], dataScope, customOrgs: custom });
  const user = await givenUser(app);
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  return user.id;
}
const idsAt = async (code: string, { id }: Place) =>
  (await app.arrange((tx) => holdersAt(tx, code, id))).map(({ userId }) => userId);

test("PF-R123 holders of a code at an organisation are those whose scope reaches it, the nearest first", async () => {
  const { root, region, store, sibling, code } = await given();
  const everywhere = await holder(code, sibling, "ALL");
  const chief = await holder(code, root, "ORG_TREE");
  const regional = await holder(code, region, "ORG_TREE");
  const local = await holder(code, store, "ORG");
  const named = await holder(code, sibling, "CUSTOM", [store]);
  await holder(code, region, "ORG");
  await holder(code, sibling, "ORG_TREE");
  await holder(code, store, "SELF");
  await holder(`${code}d`, store, "ORG");
  await app.signIn({ boolAdmin: true });
  const found = await idsAt(code, store);
  assert.deepEqual(found.slice(0, 3), [local, regional, chief]);
  assert.deepEqual(found.slice(3).toSorted(), [everywhere, named].toSorted(), "posts elsewhere come last");
  const [near, , top] = await app.arrange((tx) => holdersAt(tx, code, store.id));
  assert.deepEqual([near?.steps, top?.steps, near?.organizationId], [0, 2, store.id]);
  assert.deepEqual(await idsAt(code, { id: "00000000-0000-7000-8000-000000000000" }), []);
});

test("PF-R123 a person with several posts counts once, by the nearest one that reaches", async () => {
  const { region, store, code } = await given();
  const role = await givenRole(app, { permissionCodes: [code], dataScope: "ORG_TREE" });
  const user = await givenUser(app);
  for (const organization of [region, store]) {
    await givenMembership(app, { user, organization, roles: [role], isPrimary: organization === region });
  }
  const found = await app.arrange((tx) => holdersAt(tx, code, store.id));
  assert.deepEqual(found, [{ userId: user.id, organizationId: store.id, steps: 0 }]);
});

test("PF-R123 whoever cannot act is no holder: frozen, for looking only, run out, left, or a grant that is over", async () => {
  for (const change of [
    "update app_user set frozen_reason = '核查' where id = $1",
    "update app_user set read_only = true where id = $1",
    "update app_user set valid_until = current_date - 2 where id = $1",
    "update app_user set status = 'LEFT' where id = $1",
    `update role_grant set valid_from = now() - interval '2 days', valid_to = now() - interval '1 second'
      where membership_id in (select id from membership where user_id = $1)`,
    "update membership set status = 'ENDED', end_date = current_date - 2 where user_id = $1",
  ]) {
    const { store, code } = await given();
    const id = await holder(code, store, "ORG");
    assert.deepEqual([await idsAt(code, store), await held(code)], [[id], [id]]);
    await app.rows(change, [id]);
    assert.deepEqual([await idsAt(code, store), await held(code)], [[], []], change);
  }
});
const held = (...codes: string[]) => app.arrange((tx) => holdersOfAll(tx, codes));

test("PF-R115 whoever may take approvals over holds all codes of the giver", async () => {
  const { store, code } = await given();
  const one = await holder(code, store, "ORG");
  const role = await givenRole(app, { permissionCodes: [code, `${code}d`], dataScope: "ORG" });
  const both = await givenUser(app);
  await givenMembership(app, { user: both, organization: store, roles: [role], isPrimary: true });
  assert.deepEqual((await held(code)).toSorted(), [one, both.id].toSorted());
  assert.deepEqual(await held(code, `${code}d`), [both.id]);
});

test("PF-R118 holders of a level of headquarters or of a region are those whose scope reaches such a place", async () => {
  const { root, region, store, sibling, code } = await given();
  const chief = await holder(code, root, "ORG_TREE");
  const everywhere = await holder(code, sibling, "ALL");
  const custom = await holder(code, store, "CUSTOM", [root]);
  const regional = await holder(code, region, "ORG");
  const local = await holder(code, store, "ORG_TREE");
  const own = await holder(code, region, "SELF");
  const at = async (place: "record" | "region" | "hq") =>
    (await app.arrange((tx) => staffing.holdersFor(tx, code, place))).toSorted();
  const central = [chief, everywhere, custom];
  assert.deepEqual(await at("hq"), central.toSorted());
  assert.deepEqual(await at("region"), [...central, regional].toSorted());
  assert.deepEqual(await at("record"), [...central, regional, local, own].toSorted());
});

test("PF-R123 leaders above an organisation, the nearest first, as many levels as asked; headquarters has its own", async () => {
  const { root, region, store } = await given();
  const [chief, regional, own] = [await givenUser(app), await givenUser(app), await givenUser(app)];
  const lead = (organization: Place, { id }: Place) =>
    app.rows("update organization set leader_user_id = $2 where id = $1", [organization.id, id]);
  await lead(root, chief);
  await lead(region, regional);
  await lead(store, own);
  const above = ({ id }: Place, levels: number) => app.arrange((tx) => leadersAbove(tx, id, levels));
  assert.deepEqual(await above(store, 1), [regional.id]);
  assert.deepEqual(await above(store, 2), [regional.id, chief.id]);
  assert.deepEqual(await above(store, 9), [regional.id, chief.id]);
  assert.deepEqual(await above(root, 1), [chief.id]);
  await app.rows("update app_user set status = 'LEFT' where id = $1", [regional.id]);
  assert.deepEqual(await above(store, 2), [chief.id]);
});

test("PF-R113 a level stands at the record's organisation, its region, or headquarters", async () => {
  const { root, region, store } = await given();
  const lone = await givenOrganization(app, { type: "DEPT" });
  const placed = (at: "record" | "region" | "hq", { id }: Place) => app.arrange((tx) => staffing.placeOf(tx, id, at));
  assert.deepEqual(
    [await placed("record", store), await placed("region", store), await placed("hq", store)],
    [store.id, region.id, root.id],
  );
  assert.deepEqual([await placed("region", region), await placed("region", lone)], [region.id, root.id]);
});

test("PF-R123 what a person did is told to administrators and to holders who reach one of the person's organisations", async () => {
  const { region, store, sibling, code } = await given();
  const admin = await givenUser(app, { boolAdmin: true });
  const [regional, local, other] = [
    await holder(code, region, "ORG_TREE"),
    await holder(code, store, "ORG"),
    await holder(code, sibling, "ORG"),
  ];
  const over = async (userId: string) => {
    const people = new Set(await app.arrange((tx) => holdersOver(tx, code, userId)));
    return [admin.id, regional, local, other].map((id) => people.has(id));
  };
  const person = await givenUser(app);
  await givenMembership(app, { user: person, organization: store, isPrimary: true });
  assert.deepEqual(await over(person.id), [true, true, true, false]);
  await givenMembership(app, { user: person, organization: sibling });
  assert.deepEqual(await over(person.id), [true, true, true, true]);
  await app.rows("update membership set status = 'ENDED' where user_id = $1 and organization_id = $2", [
    person.id,
    sibling.id,
  ]);
  assert.deepEqual(await over(person.id), [true, true, true, false]);
  assert.deepEqual(await over((await givenUser(app)).id), [true, true, true, true], "who works nowhere concerns all");
});
