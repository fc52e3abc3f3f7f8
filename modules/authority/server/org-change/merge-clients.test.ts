import assert from "node:assert/strict";
import { test } from "node:test";
import { wireTime } from "@ops/platform/contract";
import { listRoles, listUsers } from "../../contract/index.ts";
import { givenClient, signedCall } from "../api-client/testing.ts";
import { merging } from "../organization/testing.ts";
import { givenMembership, givenOrganization, givenUser, testApp } from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";
import { executePlanned } from "./planned.ts";

const app = testApp();
const { preview, merge, mergeAtOnce } = merging(app);
const permissions = ["authority:org:merge", "authority:org:list", "authority:user:list"];
const movable = (count: number) => ({ kind: "authority.apiClients", label: "接口账号（随组织移交）", count });
const stopping = (count: number) => ({
  kind: "authority.apiClientsLeft",
  label: "接口账号（超出您的权限或已失效，合并后停用）",
  count,
});

/** Makes two departments. The first has an API client that reads people and one that also reads roles. */
async function givenPrograms() {
  const area = await givenOrganization(app, { type: "DEPT" });
  const [source, target] = [
    await givenOrganization(app, { type: "DEPT", parent: area }),
    await givenOrganization(app, { type: "DEPT", parent: area }),
  ];
  const owner = await givenUser(app);
  await givenMembership(app, { user: owner, organization: area, isPrimary: true });
  const admin = await app.signIn({ boolAdmin: true });
  const mine = { ownerOrgId: source.id, ownerUserId: owner.id };
  const people = await givenClient(app, admin, [listUsers], mine);
  const roles = await givenClient(app, admin, [listUsers, listRoles], mine);
  const off = await givenClient(app, admin, [listUsers], mine);
  await app.rows("update api_client set status = 'DISABLED' where id = $1", [off.id]);
  const manager = await app.signIn({ permissions, scope: "ORG_TREE", organization: area });
  return { area, source, target, admin, manager, people, roles };
}

const ownerOf = async ({ id }: { id: string }) =>
  (
    await app.rows<{ org: string; status: string }>(
      "select owner_org_id as org, status from api_client where id = $1",
      [id],
    )
  )[0];

test("AU-R42 AU-R54 programs of a merged organisation are counted before, go to the target and work on", async () => {
  const { source, target, admin, people, roles } = await givenPrograms();
  const { impact } = (await preview(admin, source, target)).data;
  assert.deepEqual(impact.work, [movable(2)]);
  assert.equal((await mergeAtOnce(admin, source, target)).msg, "");
  await runSchedule(app, "authority.apiClientSweep");
  for (const one of [people, roles]) {
    assert.deepEqual(await ownerOf(one), { org: target.id, status: "ACTIVE" });
    assert.equal((await signedCall(app, one, listUsers, { query: {} })).success, true);
  }
  assert.partialDeepStrictEqual((await app.auditOf(people)).at(-1), {
    actionName: "合并组织",
    summary: `归属组织由${source.name}转至${target.name}`,
    diffs: [{ field: "ownerOrgId", label: "归属组织", before: source.name, after: target.name }],
  });
});

test("AU-R42 AU-R53 a program that holds more than whoever merges is told as one that stops, and stops", async () => {
  const { source, target, manager, people, roles } = await givenPrograms();
  const { impact } = (await preview(manager, source, target)).data;
  assert.deepEqual(impact.work, [movable(1), stopping(1)]);
  const merged = await mergeAtOnce(manager, source, target);
  assert.deepEqual([merged.msg, merged.data.status], ["", "DONE"]);
  await runSchedule(app, "authority.apiClientSweep");
  assert.deepEqual(await ownerOf(people), { org: target.id, status: "ACTIVE" });
  assert.deepEqual(await ownerOf(roles), { org: source.id, status: "DISABLED" });
});

test("AU-R42 AU-R53 a planned merge hands over what its planner may, not what the system may", async () => {
  const { source, target, manager, people, roles } = await givenPrograms();
  const plannedAt = wireTime(new Date(app.now().getTime() + 60_000));
  const { impactToken } = (await preview(manager, source, target)).data;
  const { data } = await merge(manager, source, target, { impactToken, plannedAt });
  app.passTime(61);
  await app.arrange((tx) => executePlanned(tx, data.id));
  assert.deepEqual(await ownerOf(people), { org: target.id, status: "ACTIVE" });
  assert.deepEqual(await ownerOf(roles), { org: source.id, status: "ACTIVE" });
});
