import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import { merging } from "../organization/testing.ts";
import { endSessions } from "../session/end.ts";
import {
  type GivenUser,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";

const app = testApp();
const { merge, mergeAtOnce, preview } = merging(app);
const dept = (name: string) => givenOrganization(app, { type: "DEPT", name });
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));

interface Post {
  readonly org: string;
  readonly position: string;
  readonly status: string;
  readonly since: string;
  readonly until: string | null;
  readonly primary: boolean;
  readonly version: number;
}
const postsOf = ({ id }: GivenUser) =>
  app.rows<Post>(
    `select o.name as org, p.name as position, m.status, m.start_date::text as since, m.end_date::text as until,
       m.is_primary as primary, m.version from membership m join organization o on o.id = m.organization_id
     join position p on p.id = m.position_id where m.user_id = $1 order by p.name, m.status, m.start_date`,
    [id],
  );

test("AU-R42 AU-R13 posts go to the target with their days; a doubled one ends today, what is not concerned stays as it is", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to, third] = [await dept("人甲"), await dept("人乙"), await dept("人丙")];
  const user = await givenUser(app);
  const give = (
    organization: { id: string },
    positionName: string,
    wishes: Partial<Parameters<typeof givenMembership>[1]> = {},
  ) => givenMembership(app, { user, organization, positionName, startDate: dayIn(-10), ...wishes });
  await give(from, "A岗", { isPrimary: true, endDate: dayIn(30) });
  await give(to, "A岗", { startDate: dayIn(-5), endDate: dayIn(20) });
  await give(from, "B岗", { status: "FUTURE", startDate: dayIn(7) });
  await give(to, "C岗");
  await give(third, "D岗");
  await give(from, "E岗", { status: "ENDED", endDate: dayIn(-3) });
  await give(from, "F岗", { status: "FUTURE", startDate: dayIn(9) });
  await give(to, "F岗");
  const stranger = await givenUser(app);
  await givenMembership(app, { user: stranger, organization: to, positionName: "A岗" });

  assert.deepEqual((await preview(admin, from, to)).data.impact.merge, { movedPosts: 1, doubledPosts: 2 });
  assert.equal((await mergeAtOnce(admin, from, to)).msg, "");

  const post = (org: string, position: string, since: number, rest: Partial<Post> = {}): Post => ({
    org,
    position,
    status: "EFFECTIVE",
    since: dayIn(since),
    until: null,
    primary: false,
    version: 2,
    ...rest,
  });
  assert.deepEqual(await postsOf(user), [
    post("人乙", "A岗", -10, { until: dayIn(30), primary: true }),
    post("人甲", "A岗", -10, { status: "ENDED", until: dayIn(0) }),
    post("人乙", "B岗", 7, { status: "FUTURE" }),
    post("人乙", "C岗", -10, { version: 1 }),
    post("人丙", "D岗", -10, { version: 1 }),
    post("人甲", "E岗", -10, { status: "ENDED", until: dayIn(-3), version: 1 }),
    post("人乙", "F岗", -10),
    post("人甲", "F岗", 9, { status: "ENDED", until: dayIn(9) }),
  ]);
  assert.deepEqual(
    (await app.auditOf(user)).map(({ actionName, summary, diffs }) => [actionName, summary, diffs]),
    [
      [
        "合并组织",
        "任职由人甲转至人乙",
        [
          {
            bizType: "appUser",
            bizId: user.id,
            field: "organizationId",
            label: "任职组织",
            before: "人甲",
            after: "人乙",
          },
        ],
      ],
    ],
  );
  assert.deepEqual(await app.auditOf(stranger), []);
});

test("AU-R42 roles of a doubled post go to the one that stays, each as long as the longer of two grants", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await dept("权甲"), await dept("权乙")];
  const user = await givenUser(app);
  const [soon, late] = [new Date(app.now().getTime() + 86_400_000), new Date(app.now().getTime() + 9 * 86_400_000)];
  const brought = await givenRole(app, { name: "职位角色" });
  const positionId = await app.arrange((tx) => givenPosition(tx, "双岗"));
  await app.rows("update position set default_role_ids = $2 where id = $1", [positionId, [brought.id]]);
  const common = { user, positionName: "双岗" };
  const here = await givenMembership(app, { ...common, organization: from, isPrimary: true });
  const there = await givenMembership(app, { ...common, organization: to });
  const grant = async (roleId: string, { id }: { id: string }, validTo: Date | null, rest = {}) => {
    const wishes = { source: "DIRECT", status: "ACTIVE", ...rest };
    await app.rows(
      `insert into role_grant (id, created_at, created_by, updated_at, updated_by, membership_id, role_id, valid_from,
         valid_to, granted_by, source, status) values (uuidv7(), now(), $1, now(), $1, $1, $2, now(), $3, $1, $4, $5)`,
      [id, roleId, validTo, wishes.source, wishes.status],
    );
  };
  const both: [name: string, ours: Date | null | undefined, theirs: Date | null | undefined, last: string][] = [
    ["1延长", late, soon, "late 2"],
    ["2不变", soon, late, "late 1"],
    ["3无限", null, soon, "forever 2"],
    ["4已无限", soon, null, "forever 1"],
    ["5只此处", soon, undefined, "soon 2"],
    ["6只那处", undefined, soon, "soon 1"],
    ["7相同", soon, soon, "soon 1"],
  ];
  for (const [name, ours, theirs] of both) {
    const role = await givenRole(app, { name });
    if (ours !== undefined) await grant(role.id, here, ours);
    if (theirs !== undefined) await grant(role.id, there, theirs);
  }
  const revoked = await givenRole(app, { name: "已收回" });
  await grant(revoked.id, here, null, { status: "REVOKED" });
  const former = await givenRole(app, { name: "旧职位角色" });
  await grant(former.id, here, null, { source: "POSITION" });

  assert.equal((await mergeAtOnce(admin, from, to)).msg, "");

  const held = await app.rows<{ name: string; until: Date | null; source: string; version: number }>(
    `select r.name, g.valid_to as until, g.source, g.version from role_grant g join role r on r.id = g.role_id
     where g.membership_id = $1 and g.status = 'ACTIVE' order by r.name collate "C"`,
    [there.id],
  );
  const words = new Map([
    [soon.getTime(), "soon"],
    [late.getTime(), "late"],
  ]);
  assert.deepEqual(
    held.map(({ name, until, source, version }) => [
      name,
      `${until ? words.get(until.getTime()) : "forever"} ${version}`,
      source,
    ]),
    [...both.map(([name, , , last]) => [name, last, "DIRECT"]), ["职位角色", "forever 1", "POSITION"]],
  );
  assert.deepEqual(
    await app.rows("select 1 from role_grant where membership_id = $1 and status = 'ACTIVE'", [here.id]),
    [],
  );
});

test("AU-R42 whoever works in the source goes on in the target, and finds it again at the next sign-in", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to, third] = [await dept("会甲"), await dept("会乙"), await dept("会丙")];
  const [one, two, other] = [await givenUser(app), await givenUser(app), await givenUser(app)];
  for (const user of [one, two]) await givenMembership(app, { user, organization: from, isPrimary: true });
  await givenMembership(app, { user: other, organization: third, isPrimary: true });
  const ended = await app.clientOf(one, [from.id]);
  await app.arrange((tx) => endSessions(tx, one.id, "KICKED", { only: [ended.sessionId] }));
  const single = await app.clientOf(one, [from.id]);
  const both = await app.clientOf(two, [from.id, to.id, third.id]);
  const foreign = await app.clientOf(other, [third.id]);
  await app.rows(
    "update app_user set last_organization_id = case id when $1 then $2::uuid else $3::uuid end where id = any($4)",
    [one.id, from.id, third.id, [one.id, other.id]],
  );

  assert.equal((await mergeAtOnce(admin, from, to)).msg, "");

  const placesOf = async (sessionId: string) => {
    const asked = "select active_organization_ids as ids from session where id = $1";
    return (await app.rows<{ ids: string[] }>(asked, [sessionId]))[0]?.ids.toSorted();
  };
  assert.deepEqual(await placesOf(single.sessionId), [to.id]);
  assert.deepEqual(await placesOf(both.sessionId), [to.id, third.id].toSorted());
  assert.deepEqual(await placesOf(ended.sessionId), [from.id]);
  assert.deepEqual(await placesOf(foreign.sessionId), [third.id]);
  const last = await app.rows<{ id: string; last: string }>(
    "select id, last_organization_id as last from app_user where id = any($1) order by id",
    [[one.id, other.id]],
  );
  assert.deepEqual(
    new Map(last.map(({ id, last: place }) => [id, place])),
    new Map([
      [one.id, to.id],
      [other.id, third.id],
    ]),
  );
});

test("AU-R42 a merge with nothing in hand is done at once, with its reason in the log; a planned time lies ahead", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await dept("记甲"), await dept("记乙")];
  const { impactToken } = (await preview(admin, from, to)).data;
  const past = await merge(admin, from, to, { impactToken, plannedAt: "2020-01-01 00:00:00" });
  assert.deepEqual([past.msgCode, past.msg], ["ORG_PLANNED_PAST", "计划执行时间必须晚于当前时间"]);
  const planned = await merge(admin, from, to, { impactToken, plannedAt: "2099-01-01 00:00:00" });
  assert.partialDeepStrictEqual(planned.data, { status: "PLANNED", doneAt: null });
  const second = await merge(admin, from, to, { impactToken });
  assert.deepEqual([second.msgCode, second.msg], ["ORG_CHANGE_PENDING", "该组织已有待执行的变更，请先撤销"]);
  await app.rows("update org_change set status = 'CANCELED' where id = $1", [planned.data.id]);

  const { data } = await merge(admin, from, to, { impactToken, reason: "精简" });

  assert.equal(data.status, "DONE");
  assert.notEqual(data.doneAt, null);
  assert.deepEqual(await app.rows("select 1 from pgboss.job where singleton_key = $1", [data.id]), []);
  const lines = (await app.auditOf(from)).map(({ actionName, summary, reason }) => [actionName, summary, reason]);
  assert.deepEqual(lines, [
    ["预览组织合并", null, null],
    ["合并组织", null, null],
    ["合并组织", "已并入记乙", "精简"],
  ]);
});
