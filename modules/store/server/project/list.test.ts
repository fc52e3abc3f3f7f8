import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenNodesOf, givenProject, testApp } from "../testing.ts";

const app = testApp();
const permissions = ["store:project:list", "store:project:view"];
const client = () => app.signIn({ permissions });
const inDays = (days: number) => addDays(dayOf(app.now()), days);

const takingPart = async (scope: "SELF" | "ORG") => {
  await client(); // the first of several at once would make what all of them need
  const codes = ["project:list", "project:view", "node:edit"].map((code) => `store:${code}`);
  const [manager, owner, verifier, stranger] = await Promise.all(
    Array.from({ length: 4 }, () => app.signIn({ permissions: codes, scope })),
  );
  assert.ok(manager && owner && verifier && stranger);
  const [maker, mender] = [
    await app.signIn({ permissions: codes, scope: "SELF" }),
    await app.signIn({ permissions: codes, scope: "SELF" }),
  ];
  const { id } = await givenProject(app, { managerUserId: manager.user.id, owner: owner.user.id });
  await app.rows("update store_project set created_by = $2 where id = $1", [id, maker.user.id]);
  await app.rows(
    `insert into project_verification (id, created_at, created_by, updated_at, updated_by, project_id, kind, round_no, verifier_ids)
     values ($1::uuid, now(), $1, now(), $1, $2, 'OPENING', 1, array[$3::uuid])`,
    [newId(), id, verifier.user.id],
  );
  await app.rows(
    `insert into project_rectification (id, created_at, created_by, updated_at, updated_by, project_id, verification_id,
       item_code, requirement, level, owner_user_id, deadline, before_file_ids)
     select $1::uuid, now(), $1, now(), $1, v.project_id, v.id, 'O1', '补拍', 'NORMAL', $3, current_date, '{}'
     from project_verification v where v.project_id = $2`,
    [newId(), id, mender.user.id],
  );
  for (const one of [manager, owner, verifier, maker, mender]) {
    const { data } = await one.call(contract.listProjects, { query: {} });
    assert.deepEqual(
      data.list.map((row) => row.id),
      [id],
    );
    assert.equal((await one.call(contract.getProject, { params: { id } })).success, true);
  }
  const { BLD } = await givenNodesOf(app, { id });
  const changed = [{ id: BLD?.id ?? "", version: BLD?.version ?? 0, progress: 10 }];
  assert.equal((await owner.call(contract.saveProjectNodes, { params: { id }, body: { changed } })).msg, "");
  assert.equal((await stranger.call(contract.listProjects, { query: {} })).data.total, 0);
  assert.equal((await stranger.call(contract.getProject, { params: { id } })).msgCode, "COMMON_NOT_FOUND");
};

test("store 7 managers, owners of nodes and verifiers see their projects whatever their place and scope", async () => {
  await takingPart("SELF");
  await takingPart("ORG");
});

test("store 5.5 the list begins with the worst risk, then the earliest opening, and ends with what is over", async () => {
  const me = await client();
  const region = await givenOrganization(app, { type: "REGION" });
  const { id: orgId } = region;
  const given = async (name: string, set: string, days: number) => {
    const { id } = await givenProject(app, { orgId, name, planOpenDate: inDays(days) });
    await app.rows(`update store_project set ${set} where id = $1`, [id]);
  };
  await given("over", "state = 'DONE', risk = 'SEVERE'", 41);
  await given("late", "risk = 'LATE'", 42);
  await given("soon", "risk = 'NORMAL'", 43);
  await given("worst", "risk = 'SEVERE'", 50);
  await given("later", "risk = 'NORMAL'", 44);
  await given("warned", "risk = 'WARN'", 60);
  const listed = async (query: object) =>
    (await me.call(contract.listProjects, { query: { orgId, ...query } })).data.list.map(({ name }) => name);
  assert.deepEqual(await listed({}), ["worst", "late", "warned", "soon", "later", "over"]);
  assert.deepEqual(await listed({ risk: "SEVERE", state: "RUNNING" }), ["worst"]);
  assert.deepEqual(await listed({ keyword: "war" }), ["warned"]);
  const { data } = await me.call(contract.getProjectStats, {});
  assert.ok(data.shares.some(({ by, key, count }) => by === "REGION" && key === orgId && count === 5));
  assert.ok(data.onTime.whole >= 1);
  const own = await app.signIn({ permissions, scope: "ORG_TREE", organization: region });
  await app.rows(
    "update store_project set actual_open_date = baseline_open_date, stage = 'OPENING' where org_id = $1 and name = 'over'",
    [orgId],
  );
  await app.rows("update store_project set stage = 'BUILD' where org_id = $1 and name in ('late', 'soon')", [orgId]);
  const round = async (name: string, roundNo: number, state: string) =>
    app.rows(
      `insert into project_verification (id, created_at, created_by, updated_at, updated_by, project_id, kind, round_no,
         verifier_ids, state)
       select $1::uuid, now(), $1, now(), $1, id, 'OPENING', $3, array[$1::uuid], $4
       from store_project where org_id = $2 and name = $5`,
      [newId(), orgId, roundNo, state, name],
    );
  await round("over", 1, "PASSED");
  await round("late", 1, "FAILED");
  await round("late", 2, "PASSED");
  await round("soon", 1, "WAITING");
  const stats = (await own.call(contract.getProjectStats, {})).data;
  const counted = stats.funnel.map(({ stage, count }) => `${stage} ${count}`);
  assert.deepEqual(
    [counted.at(0)?.split(" ")[1], counted.find((one) => one.startsWith("BUILD")), counted.at(-1)],
    ["3", "BUILD 3", "OPENING 1"],
    "a later stage counts for all before it",
  );
  assert.deepEqual(
    [stats.onTime, stats.firstPass],
    [
      { part: 1, whole: 1 },
      { part: 1, whole: 2 },
    ],
  );
  const shares = stats.shares.map(({ by, name, count }) => `${by} ${name} ${count}`);
  assert.deepEqual(shares.slice(0, 6), [
    "RISK 正常 2",
    "RISK 逾期 1",
    "RISK 严重逾期 1",
    "RISK 预警 1",
    `KIND ${stats.shares[4]?.name} 5`,
    "MODE 直营 5",
  ]);
  assert.equal(
    stats.months.reduce((sum, { planned }) => sum + planned, 0),
    5,
  );
  assert.equal(
    stats.months.reduce((sum, { forecast }) => sum + forecast, 0),
    5,
  );
});
