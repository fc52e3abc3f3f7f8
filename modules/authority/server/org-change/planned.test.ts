import assert from "node:assert/strict";
import { test } from "node:test";
import { wireTime } from "@ops/platform/contract";
import { listOrgChanges } from "../../contract/index.ts";
import { brokenPlaces, merging, moving, Parcels } from "../organization/testing.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenUser,
  type TestClient,
  testApp,
} from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";
import { handOverWork } from "./hand-over.ts";
import { dueChanges, executePlanned } from "./planned.ts";

const parcels = new Parcels();
const app = testApp(parcels.module);
const [mergers, movers] = [merging(app), moving()];
const dept = (name: string, parent?: GivenOrganization) =>
  givenOrganization(app, { type: "DEPT", name, ...(parent ? { parent } : {}) });

/** Plans a change that is due in a minute. */
async function given(kind: "MOVE" | "MERGE", by: TestClient, name: string) {
  const parent = await dept(`${name}上级`);
  const [source, target] = [await dept(`${name}甲`, parent), await dept(`${name}乙`)];
  const plannedAt = wireTime(new Date(app.now().getTime() + 60_000));
  const { preview } = kind === "MERGE" ? mergers : movers;
  const { impactToken } = (await preview(by, source, target)).data;
  const confirmed = { impactToken, plannedAt, reason: "按计划" };
  const { data } =
    kind === "MERGE"
      ? await mergers.merge(by, source, target, confirmed)
      : await movers.move(by, source, target, confirmed);
  assert.partialDeepStrictEqual(data, { status: "PLANNED", doneAt: null, plannedAt });
  return { id: data.id, changeNo: data.changeNo, source, target };
}

const outcomeOf = async ({ id }: { id: string }) => {
  const asked = "select status, failure, done_at is not null as done from org_change where id = $1";
  const [row] = await app.rows<{ status: string; failure: string | null; done: boolean }>(asked, [id]);
  return [row?.status, row?.failure, row?.done];
};
const jobsOf = ({ id }: { id: string }) =>
  app.rows("select 1 from pgboss.job where singleton_key = $1 and state = 'created'", [id]);

test("authority 10 a change is due from its minute on; fifty are taken at once, the earliest first", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { id } = await given("MOVE", admin, "到点");
  const due = (at: string) =>
    app.arrange(async (tx) => {
      const plannedAt = { now: tx.now, later: new Date(tx.now.getTime() + 1) }[at];
      await app.rows("update org_change set planned_at = $2 where id = $1", [id, plannedAt]);
      return dueChanges(tx);
    });
  assert.deepEqual(await due("now"), [id]);
  assert.deepEqual(await due("later"), []);
  await app.rows(
    `with made as (
       insert into organization (id, created_at, created_by, updated_at, updated_by, code, name, type, parent_id, path, level)
       select n.id, now(), n.id, now(), n.id, 'MANY' || n.i, 'MANY' || n.i, 'DEPT', o.id, o.path || n.id || '/', o.level + 1
       from organization o, (select i, uuidv7() as id from generate_series(1, 51) as i) n where o.parent_id is null
       returning id, code)
     insert into org_change (id, created_at, created_by, updated_at, updated_by, change_no, kind, source_org_id, target_org_id,
       planned_at, status)
     select gen_random_uuid(), now(), c.created_by, now(), c.created_by, made.code, c.kind, made.id, c.target_org_id,
       now() - make_interval(secs => substr(made.code, 5)::int), 'PLANNED' from org_change c, made where c.id = $1`,
    [id],
  );
  const earliest = await app.rows<{ id: string }>(
    "select id from org_change where change_no like 'MANY%' order by planned_at limit 50",
  );
  assert.deepEqual(
    await app.arrange(dueChanges),
    earliest.map((one) => one.id),
  );
  await app.rows("delete from org_change where change_no like 'MANY%' or id = $1", [id]);
});

test("AU-R41 a planned move writes its path into the log; AU-R42 a planned merge is done at once or hands over first", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [move, light, heavy] = [
    await given("MOVE", admin, "移"),
    await given("MERGE", admin, "轻"),
    await given("MERGE", admin, "重"),
  ];
  await app.rows("insert into parcel (org_id) values ($1)", [heavy.source.id]);
  // the change is only planned, so nothing moves
  await handOverWork.run({ step: (act) => app.arrange(act) }, { changeId: heavy.id });
  assert.deepEqual(await outcomeOf(heavy), ["PLANNED", null, false]);
  assert.equal((await app.rows("select 1 from parcel where org_id = $1", [heavy.source.id])).length, 1);

  app.passTime(61);
  await runSchedule(app, "authority.plannedOrgChanges");

  assert.deepEqual(await outcomeOf(move), ["DONE", null, true]);
  assert.deepEqual(await outcomeOf(light), ["DONE", null, true]);
  assert.deepEqual(await outcomeOf(heavy), ["RUNNING", null, false]);
  assert.deepEqual(
    [(await jobsOf(move)).length, (await jobsOf(light)).length, (await jobsOf(heavy)).length],
    [0, 0, 1],
  );
  assert.deepEqual(await brokenPlaces(app), []);
  const places = await app.rows<{ name: string; parent: string; into: string | null }>(
    `select o.name, p.name as parent, i.name as into from organization o join organization p on p.id = o.parent_id
     left join organization i on i.id = o.merged_into_id where o.id = any($1) order by o.name`,
    [[move.source.id, light.source.id]],
  );
  assert.deepEqual(places, [
    { name: "移甲", parent: "移乙", into: null },
    { name: "轻甲", parent: "轻上级", into: "轻乙" },
  ]);
  const last = async ({ source }: typeof move) => (await app.auditOf(source)).at(-1);
  const path = {
    field: "parentId",
    label: "组织路径",
    before: "集团总部 / 移上级 / 移甲",
    after: "集团总部 / 移乙 / 移甲",
  };
  assert.partialDeepStrictEqual(await last(move), {
    actionName: "执行计划的组织变更",
    reason: "按计划",
    result: "SUCCESS",
    diffs: [{ bizType: "organization", bizId: move.source.id, ...path }],
  });
  assert.partialDeepStrictEqual(await last(light), {
    actionName: "执行计划的组织变更",
    reason: "按计划",
    diffs: [{ label: "并入组织", before: "集团总部 / 轻上级 / 轻甲", after: "集团总部 / 轻乙" }],
  });
});

test("authority 10 a change whose rule is broken by then fails, is logged and told to its planner, and is not tried again", async () => {
  const planner = await app.signIn({ boolAdmin: true });
  const [closed, gone, stale] = [
    await given("MOVE", planner, "停"),
    await given("MERGE", planner, "删"),
    await given("MERGE", planner, "变"),
  ];
  await app.rows("update organization set status = 'DISABLED' where id = $1", [closed.target.id]);
  await app.rows("update organization set deleted_at = now() where id = $1", [gone.source.id]);
  await givenMembership(app, { user: await givenUser(app), organization: stale.source });
  app.passTime(61);
  await runSchedule(app, "authority.plannedOrgChanges");
  await runSchedule(app, "authority.plannedOrgChanges");
  for (const { id } of [closed, gone, stale]) await app.arrange((tx) => executePlanned(tx, id));

  const missing = "数据不存在或已被删除";
  assert.deepEqual(await outcomeOf(closed), ["FAILED", "组织已停用", false]);
  assert.deepEqual(await outcomeOf(stale), ["FAILED", "影响范围已变化，请重新确认", false]);
  const [status, failure, done] = await outcomeOf(gone);
  assert.deepEqual([status, done], ["FAILED", false]);
  assert.ok(failure, missing);
  const told = await app.rows<{ content: string; route: string; level: string; category: string }>(
    `select category, level, content, route from notice where title = '计划的组织变更未执行' and user_id = $1 order by content`,
    [planner.user.id],
  );
  const rows = [
    [closed, "组织已停用"],
    [gone, failure],
    [stale, "影响范围已变化，请重新确认"],
  ] as const;
  assert.deepEqual(
    told,
    rows
      .map(([{ changeNo, source }, why]) => ({
        category: "TASK",
        level: "ERROR",
        content: `变更单${changeNo}未执行：${why}`,
        route: `/AuthorityManagement/OrgManagement?org=${source.id}`,
      }))
      .toSorted((a, b) => (a.content < b.content ? -1 : 1)),
  );
  const lines = (await app.auditOf(closed.source)).filter(({ actionName }) => actionName === "执行计划的组织变更");
  assert.equal(lines.length, 1);
  assert.deepEqual(
    lines[0]?.diffs.map(({ label, before, after }) => [label, before, after]),
    [
      ["变更状态", "待执行", "失败"],
      ["失败原因", null, "组织已停用"],
    ],
  );
  const [shown] = (await planner.call(listOrgChanges, { query: { organizationId: closed.source.id } })).data.list;
  assert.partialDeepStrictEqual(shown, { status: "FAILED", failure: "组织已停用", doneAt: null });
});
