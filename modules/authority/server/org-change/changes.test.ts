import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import { listOrgChanges, type OrgImpact } from "../../contract/index.ts";
import { givenOrganization, type TestClient, testApp } from "../testing.ts";

const app = testApp();
const permissions = ["authority:org:list"];

const impact: OrgImpact = {
  fromPath: ["集团总部", "甲"],
  toPath: ["集团总部", "乙"],
  childCount: 3,
  storeCount: 2,
  peopleCount: 9,
  customRoles: ["机要专项", "城市专项"],
  gainingPeople: 1,
  losingPeople: 1,
  work: [],
  merge: null,
  sightChanges: [{ userName: "张三", post: "店长", gained: 2, lost: 0 }],
  upperLeader: { before: "李四", after: null },
  looseLeaders: [{ organizationName: "甲店", leaderName: "王五" }],
};

interface Given {
  readonly by: TestClient;
  readonly source: { id: string };
  readonly target?: { id: string };
  readonly told?: OrgImpact;
  readonly status?: string;
}

async function givenChange({ by, source, target, told, status = "DONE" }: Given): Promise<string> {
  const id = newId();
  await app.rows(
    `insert into org_change (id, created_at, created_by, updated_at, updated_by, change_no, kind, source_org_id,
       target_org_id, impact, status) values ($1::uuid, now(), $2, now(), $2, $1::uuid::text, $3, $4, $5, $6, $7)`,
    [id, by.user.id, target ? "MOVE" : "DISABLE", source.id, target?.id ?? null, told ?? null, status],
  );
  return id;
}

const changesFor = async (client: TestClient, query: { organizationId?: string; status?: "DONE" | "FAILED" } = {}) =>
  (await client.call(listOrgChanges, { query })).data.list;

test("authority 7 an impact names people and roles to its planner and to those who reach all; to others it tells numbers", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const source = await givenOrganization(app, { parent: region });
  const [planner, reader, admin] = [
    await app.signIn({ permissions, scope: "ORG_TREE", organization: region }),
    await app.signIn({ permissions, scope: "ORG_TREE", organization: region }),
    await app.signIn({ boolAdmin: true }),
  ];
  await givenChange({ by: planner, source, target: region, told: impact });
  for (const client of [planner, admin]) assert.deepEqual((await changesFor(client))[0]?.impact, impact);
  assert.deepEqual((await changesFor(reader))[0]?.impact, {
    ...impact,
    customRoles: ["其他2个角色"],
    sightChanges: [{ ...impact.sightChanges[0], userName: null, post: null }],
    upperLeader: { before: "其他", after: null },
    looseLeaders: [{ organizationName: "甲店", leaderName: "其他" }],
  });
  const plain = { ...impact, customRoles: [] };
  const closed = await givenOrganization(app, { parent: region });
  await givenChange({ by: planner, source: closed, target: region, told: plain });
  const [other] = await changesFor(reader, { organizationId: closed.id });
  assert.deepEqual(other?.impact?.customRoles, [], "no role is not somebody's role");
  const single = await givenOrganization(app, { parent: region });
  await givenChange({ by: planner, source: single, target: region, told: { ...impact, customRoles: ["机要专项"] } });
  const [hidden] = await changesFor(reader, { organizationId: single.id });
  assert.deepEqual(hidden?.impact?.customRoles, ["其他1个角色"]);
  assert.deepEqual(await changesFor(reader, { organizationId: newId() }), []);
});

test("authority 5.2 changes are found by state and by the organisation that goes or is gone to, with names, newest first", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to, elsewhere] = [
    await givenOrganization(app, { name: "变更来源" }),
    await givenOrganization(app, { name: "变更目标" }),
    await givenOrganization(app),
  ];
  const moved = await givenChange({ by: admin, source: from, target: to });
  const closed = await givenChange({ by: admin, source: from, status: "FAILED" });
  await givenChange({ by: admin, source: elsewhere });
  const found = async (query: { organizationId?: string; status?: "FAILED" }) =>
    (await changesFor(admin, query)).map(({ id }) => id);
  assert.deepEqual(await found({ organizationId: from.id }), [closed, moved]);
  assert.deepEqual(await found({ organizationId: to.id }), [moved]);
  assert.deepEqual(await found({ organizationId: from.id, status: "FAILED" }), [closed]);
  const { userName: createdByName } = admin.user;
  assert.partialDeepStrictEqual(await changesFor(admin, { organizationId: from.id }), [
    { kind: "DISABLE", sourceName: "变更来源", targetName: null, createdByName, impact: null },
    { kind: "MOVE", sourceName: "变更来源", targetName: "变更目标", createdByName },
  ]);
  const near = await app.signIn({ permissions, scope: "ORG", organization: to });
  assert.deepEqual(
    (await changesFor(near)).map(({ id }) => id),
    [moved],
  );
});
