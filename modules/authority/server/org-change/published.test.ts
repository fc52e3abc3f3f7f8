import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { createOrgChange, getOrganization, organizationMoved, personMoved } from "../../contract/index.ts";
import { onBehalfOf } from "../api-client/on-behalf-of.ts";
import { lookupOrganizations, organizationsUnder } from "../organization/lookup.ts";
import {
  adoptOrganization,
  createOrganization,
  disableOrganization,
  enableOrganization,
  removeOrganization,
  setOrganizationLeader,
} from "../organization/published.ts";
import { brokenPlaces, merging, moving } from "../organization/testing.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";
import { moveOrganization } from "./published.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const movesOf = async (...ids: string[]) =>
  (await app.published(organizationMoved)).filter(({ orgId }) => ids.includes(orgId)).map(({ orgId }) => orgId);
let made = 0;

async function givenStore(parent: GivenOrganization) {
  const id = newId();
  const wanted = { id, parentId: parent.id, name: `模块门店${++made}`, type: "STORE" } as const;
  return run((tx) => createOrganization(tx, { ...wanted, refModule: "store", refId: id }));
}

test("AU-R43 a store is its organisation: made under its id, closed, opened again and removed with its record", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const store = await givenStore(region);
  assert.deepEqual([store.refId, store.path], [store.id, `${region.path}${store.id}/`]);
  const switched = async (act: (tx: Tx) => Promise<{ status: string }>) => [
    (await run(act)).status,
    (await run(act)).status, // the second call changes nothing
  ];
  const close = (tx: Tx) => disableOrganization(tx, store.id, "闭店");
  const open = (tx: Tx) => enableOrganization(tx, store.id, "重新开业");
  assert.deepEqual(await switched(close), ["DISABLED", "DISABLED"]);
  await app.rows("update organization set status = 'DISABLED' where id = $1", [region.id]);
  await assert.rejects(run(open), { message: "上级组织已停用，请先启用上级组织" });
  await app.rows("update organization set status = 'ENABLED' where id = $1", [region.id]);
  assert.deepEqual(await switched(open), ["ENABLED", "ENABLED"]);
  const kinds = await app.rows("select kind from org_change where source_org_id = $1 order by id", [store.id]);
  assert.deepEqual(kinds, [{ kind: "DISABLE" }, { kind: "ENABLE" }]);
  const user = await givenUser(app);
  const post = await givenMembership(app, { user, organization: store, status: "ENDED" });
  await assert.rejects(
    run((tx) => removeOrganization(tx, store.id)),
    { message: "组织已被使用，只能停用" },
  );
  await app.rows("delete from membership where id = $1", [post.id]);
  await run((tx) => removeOrganization(tx, store.id));
  assert.equal((await run((tx) => lookupOrganizations(tx, [store.id]))).size, 0);
});

test("AU-R43 a store moves with its record, also into a company; in 组织管理 it does not move once a module keeps it", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [region, other] = [
    await givenOrganization(app, { type: "REGION" }),
    await givenOrganization(app, { type: "REGION" }),
  ];
  const company = await givenOrganization(app, { type: "PARTNER", parent: other });
  const store = await givenStore(region);
  const team = await givenOrganization(app, { type: "DEPT", parent: { ...company, ...store, level: 3 } });
  const move = (parentId: string) => run((tx) => moveOrganization(tx, { id: store.id, parentId, reason: "转合伙" }));
  const moved = await move(company.id);
  await move(company.id); // the second call changes nothing
  assert.equal(moved.path, `${company.path}${store.id}/`);
  assert.deepEqual(await brokenPlaces(app), []);
  assert.deepEqual(await movesOf(store.id, team.id), [store.id]);
  assert.partialDeepStrictEqual(
    await app.rows("select kind, target_org_id, reason, status from org_change where source_org_id = $1", [store.id]),
    [{ kind: "MOVE", reason: "转合伙", status: "DONE" }],
  );
  const { preview } = moving();
  assert.equal((await preview(admin, store, region)).msg, "该组织由门店管理维护，请在门店列表修改");
  const adopted = await givenOrganization(app, { type: "DELIVERY", parent: region });
  assert.equal((await preview(admin, adopted, other)).msg, "", "nobody keeps it yet");
  await run((tx) => adoptOrganization(tx, adopted.id, { refModule: "store", refId: adopted.id }));
  assert.equal((await preview(admin, adopted, other)).msgCode, "ORG_MANAGED");
  const { data } = await admin.call(getOrganization, {
    params: { id: adopted.id },
  });
  assert.deepEqual([data.isMovable, data.managedBy?.module], [false, "门店管理"]);
  await assert.rejects(move(team.id), { message: "不能移动到自己或下级组织" });
});

test("AU-R15 nobody widens the own sight by moving a store", async () => {
  const [mine, other] = [
    await givenOrganization(app, { type: "REGION" }),
    await givenOrganization(app, { type: "REGION" }),
  ];
  const store = await givenStore(other);
  const role = await givenRole(app, { permissionCodes: [createOrgChange.permission], dataScope: "ORG_TREE" });
  const user = await givenUser(app);
  await givenMembership(app, { user, organization: mine, roles: [role], isPrimary: true });
  const order = { createdBy: user.id, orderedIn: [mine.id] };
  const move = run(async (tx) =>
    moveOrganization(await onBehalfOf(tx, order, createOrgChange), { id: store.id, parentId: mine.id, reason: "抢" }),
  );
  await assert.rejects(move, { msgCode: "ORG_OWN_GAIN" });
});

test("lookupOrganizations, organizationsUnder and setOrganizationLeader: region, leader and all below, in one statement", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const city = await givenOrganization(app, { type: "CITY", parent: region });
  const store = await givenOrganization(app, { parent: city });
  const alone = await givenOrganization(app, { type: "DEPT" });
  const leader = await givenUser(app, { userName: "店长甲" });
  const lead = (userId: string | null) => run((tx) => setOrganizationLeader(tx, store.id, userId));
  await assert.rejects(lead(leader.id), { msgCode: "ORG_LEADER" });
  await givenMembership(app, { user: leader, organization: store });
  await lead(leader.id);
  const seen = await run((tx) => lookupOrganizations(tx, [store.id, region.id, alone.id, newId()]));
  assert.partialDeepStrictEqual(seen.get(store.id), {
    leaderUserId: leader.id,
    leaderName: "店长甲",
    regionOrgId: region.id,
    regionOrgName: region.name,
    parentId: city.id,
  });
  assert.deepEqual([seen.get(region.id)?.regionOrgId, seen.get(alone.id)?.regionOrgId], [region.id, null]);
  assert.equal(seen.size, 3);
  assert.equal((await lead(null)).leaderUserId, null);
  const below = await run((tx) => sql<{ id: string }>`${organizationsUnder(region.id)}`.execute(tx.kysely));
  assert.deepEqual(below.rows.map(({ id }) => id).toSorted(), [region.id, city.id, store.id].toSorted());
});

test("AU-R41 AU-R42 others hear which organisations moved and whose main post is somewhere else after a merge", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [source, target] = [
    await givenOrganization(app, { type: "DEPT" }),
    await givenOrganization(app, { type: "DEPT" }),
  ];
  const child = await givenOrganization(app, { type: "DEPT", parent: source });
  const [main, guest] = [await givenUser(app), await givenUser(app)];
  await givenMembership(app, { user: main, organization: source, isPrimary: true });
  await givenMembership(app, { user: guest, organization: target, isPrimary: true });
  await givenMembership(app, { user: guest, organization: source, positionName: "兼任" });
  assert.equal((await merging(app).mergeAtOnce(admin, source, target)).msg, "");
  assert.deepEqual(await movesOf(source.id, child.id), [child.id]);
  const people = (await app.published(personMoved)).map(({ userId }) => userId);
  assert.deepEqual([people.includes(main.id), people.includes(guest.id)], [true, false]);
  const { tokenOf, move } = moving();
  const home = await givenOrganization(app, { type: "REGION" });
  await move(admin, child, home, { impactToken: await tokenOf(admin, child, home) });
  assert.deepEqual(await movesOf(child.id), [child.id, child.id]);
});
