import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import {
  type GivenUser,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  type MembershipWishes,
  testApp,
} from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";
import { raisesRights } from "../testing-waiting.ts";

const app = testApp();
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));
const turn = () => runSchedule(app, "authority.dayTurn");

/** Lists the posts of a person with status, primary mark, version and active roles. */
const postsOf = async (user: GivenUser) => {
  const rows = await app.rows<{ text: string }>(
    `select concat_ws(' ', p.name, m.status, case when m.is_primary then '主' end, m.version, (
       select string_agg(r.name, ',' order by r.name) from role_grant g join role r on r.id = g.role_id
       where g.membership_id = m.id and g.status = 'ACTIVE')) as text
     from membership m join position p on p.id = m.position_id where m.user_id = $1 order by p.name, m.start_date`,
    [user.id],
  );
  return rows.map(({ text }) => text);
};

test("AU-R13 AU-R12 at 00:00 what ended yesterday ends and what begins today begins, the rest stays as it is", async () => {
  const organization = await givenOrganization(app);
  const [direct, brought] = [await givenRole(app, { name: "直授" }), await givenRole(app, { name: "带入" })];
  const give = (user: GivenUser, positionName: string, wishes: Partial<MembershipWishes>) =>
    givenMembership(app, { user, organization, positionName, startDate: dayIn(-9), roles: [direct], ...wishes });
  const positionId = await app.arrange((tx) => givenPosition(tx, "岗3"));
  await app.rows("update position set default_role_ids = $2 where id = $1", [positionId, [brought.id]]);
  const [one, two] = [await givenUser(app), await givenUser(app)];
  await give(one, "岗1", { endDate: dayIn(-1), isPrimary: true });
  await give(one, "岗2", { endDate: dayIn(0), startDate: dayIn(-3) });
  await give(one, "岗3", { status: "FUTURE", startDate: dayIn(0) });
  await give(one, "岗4", { status: "FUTURE", startDate: dayIn(1) });
  await give(one, "岗5", { status: "FUTURE", startDate: dayIn(-5), endDate: dayIn(-1) });
  await give(one, "岗6", { status: "ENDED", endDate: dayIn(-2) });
  await give(two, "岗1", { isPrimary: true });
  await give(two, "岗2", { status: "FUTURE", startDate: dayIn(-1) });
  await give(two, "岗1", { status: "FUTURE", startDate: dayIn(0) }); // the same post is still in force
  const elsewhere = await givenOrganization(app);
  await give(two, "岗3", { organization: elsewhere });
  await give(two, "岗3", { status: "FUTURE", startDate: dayIn(0) });

  assert.equal(await raisesRights(app, turn), true);
  assert.equal(await raisesRights(app, turn), false);

  assert.deepEqual(await postsOf(one), [
    "岗1 ENDED 2",
    "岗2 EFFECTIVE 主 2 直授",
    "岗3 EFFECTIVE 2 带入,直授",
    "岗4 FUTURE 1 直授",
    "岗5 ENDED 2",
    "岗6 ENDED 1 直授",
  ]);
  assert.deepEqual(await postsOf(two), [
    "岗1 EFFECTIVE 主 1 直授",
    "岗1 FUTURE 1 直授",
    "岗2 EFFECTIVE 2 直授",
    "岗3 EFFECTIVE 1 直授",
    "岗3 EFFECTIVE 2 带入,直授",
  ]);
});

test("AU-R12 AU-R8 at 00:00 whoever has no post left or whose last day was yesterday is signed out, nobody else", async () => {
  const given = async (name: string, wishes: Parameters<typeof givenUser>[1], ...ends: (string | null)[]) => {
    const user = await givenUser(app, { userName: name, ...wishes });
    for (const [n, endDate] of ends.entries()) {
      const organization = await givenOrganization(app);
      const common = { user, organization, startDate: dayIn(-20), positionName: `夜岗${n}`, isPrimary: n === 0 };
      await givenMembership(app, { ...common, ...(endDate ? { endDate } : {}) });
    }
    return app.clientOf(user, []);
  };
  const clients = [
    await given("无岗", {}, dayIn(-1)),
    await given("还有岗", {}, dayIn(-1), null),
    await given("管理员", { boolAdmin: true }, dayIn(-1)),
    await given("今天到岗期", {}, dayIn(0)),
    await given("昨天到期", { validUntil: dayIn(-1) }, null),
    await given("今天到期", { validUntil: dayIn(0) }, null),
  ];
  await turn();
  await turn();
  const states = [];
  for (const { sessionId, user } of clients) {
    const asked = "select status, end_reason as reason from session where id = $1";
    const [row] = await app.rows<{ status: string; reason: string | null }>(asked, [sessionId]);
    states.push([user.userName, row?.status, row?.reason]);
  }
  assert.deepEqual(states, [
    ["无岗", "ENDED", "NO_ORG"],
    ["还有岗", "ACTIVE", null],
    ["管理员", "ACTIVE", null],
    ["今天到岗期", "ACTIVE", null],
    ["昨天到期", "ENDED", "EXPIRED"],
    ["今天到期", "ACTIVE", null],
  ]);
});
