import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import { type GivenOrganization, givenMembership, givenOrganization, givenRole, givenUser } from "../../testing.ts";
import { raisesRights } from "../../testing-waiting.ts";
import { importingUsers, type TypedPerson } from "./testing.ts";

const { app, check, problems, run, row, phone, codeOf, positionCode } = importingUsers();
const [CREATE, EDIT, GRANT] = ["authority:user:create", "authority:user:edit", "authority:grant:edit"] as const;
const base = { userName: "某人", userType: "内部员工" };

test("authority section 8: a newcomer's posts, days, roles and their reason are those of the file; the marked post is the primary one", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [one, two] = [await givenOrganization(app), await givenOrganization(app)];
  const [a, b] = [await givenRole(app), await givenRole(app)];
  const [codeA, codeB] = [await codeOf("role", a), await codeOf("role", b)];
  const [post, next] = [await positionCode("甲岗"), await positionCode("乙岗")];
  const mobilePhone = phone();
  const typed = { ...base, mobilePhone, staffNo: "IMP001", validUntil: "2099-01-01" };
  const rows = [
    row({
      ...typed,
      organizationCode: await codeOf("organization", one),
      positionCode: post,
      roleCodes: ` ${codeA}；${codeB};${codeA}; `,
    }),
    row({ ...typed, organizationCode: await codeOf("organization", two), positionCode: next, isPrimary: "是" }),
  ];
  assert.partialDeepStrictEqual((await run(admin, rows)).task, { status: "SUCCESS", successCount: 2 });
  const [person] = await app.rows<{ id: string }>(
    `select id, user_name as name, user_type as type, staff_no as "staffNo", valid_until::text as until, source, status
     from app_user where mobile_phone = $1`,
    [mobilePhone],
  );
  assert.partialDeepStrictEqual(person, {
    name: "某人",
    type: "INTERNAL",
    staffNo: "IMP001",
    until: "2099-01-01",
    source: "IMPORT",
    status: "PENDING",
  });
  const posts = await app.rows(
    `select m.organization_id as org, m.is_primary as primary, m.start_date::text as since, m.end_date as until, m.version,
       array(select g.reason from role_grant g where g.membership_id = m.id and g.status = 'ACTIVE') as why
     from membership m join position p on p.id = m.position_id where m.user_id = $1 order by p.name desc`,
    [person?.id],
  );
  const common = { since: dayOf(app.now()), until: null, version: 1 };
  assert.deepEqual(posts, [
    { org: one.id, primary: false, ...common, why: ["导入用户", "导入用户"] },
    { org: two.id, primary: true, ...common, why: [] },
  ]);
});

test("authority section 8: what is deleted is not there: organisations and roles are unknown, a phone is free again", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [organization, gone] = [await givenOrganization(app), await givenOrganization(app)];
  const [role, former] = [await givenRole(app), await givenUser(app)];
  const organizationCode = await codeOf("organization", organization);
  const typed = { ...base, organizationCode, positionCode: await positionCode("甲岗") };
  const roleCode = await codeOf("role", role);
  const closed = await positionCode("停用岗");
  await app.rows("update position set status = 'DISABLED' where code = $1", [closed]);
  for (const [table, { id }] of [
    ["organization", gone],
    ["role", role],
    ["app_user", former],
  ] as const) {
    await app.rows(`update ${table} set deleted_at = now() where id = $1`, [id]);
  }
  const rows = [
    row({ ...typed, mobilePhone: phone(), organizationCode: await codeOf("organization", gone) }),
    row({ ...typed, mobilePhone: phone(), roleCodes: roleCode }),
    row({ ...typed, mobilePhone: phone(), positionCode: closed }),
    row({ ...typed, mobilePhone: former.mobilePhone, staffNo: former.staffNo }),
  ];
  assert.deepEqual(await problems(admin, rows), [
    "2 组织编码不存在或已停用",
    `3 角色${roleCode}不在您的可授予范围内`,
    "4 该职位已停用",
  ]);
});

test("AU-R13 AU-R11 rows for somebody who is there: twenty posts at most, no leaver, no main post of the staff module", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const codes: string[] = [];
  for (let n = 0; n < 3; n++) codes.push(await codeOf("organization", await givenOrganization(app)));
  const [first = "", second = "", third = ""] = codes;
  const post = await positionCode("甲岗");
  const typed = (user: { userName: string; mobilePhone: string }, organizationCode: string, more: TypedPerson = {}) =>
    row({
      ...base,
      userName: user.userName,
      mobilePhone: user.mobilePhone,
      organizationCode,
      positionCode: post,
      ...more,
    });
  const busy = await givenUser(app);
  for (let n = 0; n < 18; n++)
    await givenMembership(app, { user: busy, organization: await givenOrganization(app), isPrimary: n === 0 });
  const rows = [typed(busy, first), typed(busy, second), typed(busy, third)];
  assert.deepEqual(await problems(admin, rows), ["4 每人最多20个任职"]);
  const left = await givenUser(app, { status: "LEFT" });
  assert.deepEqual(await problems(admin, [typed(left, first)]), ["2 该用户已离职，请先办理复职"]);
  const staff = async (hasMain: boolean) => {
    const user = await givenUser(app);
    await app.rows("update app_user set source = 'STAFF' where id = $1", [user.id]);
    if (hasMain) await givenMembership(app, { user, organization: await givenOrganization(app), isPrimary: true });
    return user;
  };
  const [without, withMain] = [await staff(false), await staff(true)];
  const managed = "2 该账号由员工管理维护";
  assert.deepEqual(await problems(admin, [typed(without, first)]), [managed]);
  assert.deepEqual(await problems(admin, [typed(withMain, first, { isPrimary: "是" })]), [managed]);
  assert.deepEqual(await problems(admin, [typed(withMain, first)]), []);
  assert.deepEqual(await problems(admin, [typed(withMain, first, { userName: "改名" })], ["overwrite"]), [managed]);
  const raised = await raisesRights(app, async () => {
    const { task } = await run(admin, [typed(withMain, first, { staffNo: "STAFF9" })], ["overwrite"]);
    assert.equal(task.successCount, 1);
  });
  assert.equal(raised, true);
  assert.deepEqual(await app.rows("select staff_no as no from app_user where id = $1", [withMain.id]), [
    { no: "STAFF9" },
  ]);
  const own = [typed(withMain, first, { staffNo: "STAFF9", validUntil: "2099-01-01" })];
  assert.equal((await run(admin, own, ["overwrite"])).task.successCount, 1, "the own number is nobody else's");
  assert.equal((await check(admin, own, ["overwrite"])).data.skipped, 1);
});

test("PF-R95 a large file of people is checked bit by bit, and the posts of one person are counted over all of it", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const organizations: string[] = [];
  const posts: string[] = [];
  for (let n = 0; n < 7; n++) organizations.push(await codeOf("organization", await givenOrganization(app)));
  for (let n = 0; n < 3; n++) posts.push(await positionCode(`大表岗${n}`));
  const places = organizations.flatMap((organizationCode) =>
    posts.map((post) => ({ organizationCode, positionCode: post })),
  );
  const busy = phone();
  const strangers = Array.from({ length: 490 }, () => row({ ...base, ...places[0], mobilePhone: phone() }));
  const rows = [...strangers, ...places.map((place) => row({ ...base, ...place, mobilePhone: busy }))];
  assert.deepEqual(await problems(admin, rows), ["512 每人最多20个任职"]);
  const told = await app.rows<{ done: number }>(
    `select (payload ->> 'done')::int as done from live_event
     where user_id = $1 and payload ->> 'type' = 'job.progress' order by id`,
    [admin.user.id],
  );
  assert.deepEqual(told, [{ done: 500 }, { done: 511 }]);
});

/** Signs in somebody who may create people in a subtree but edit them only at its top. */
async function givenOperator(home: GivenOrganization, lent: readonly { id: string }[]) {
  const scopeOverrides = { [EDIT]: "ORG" } as const;
  const permissions = [CREATE, EDIT, GRANT, "authority:user:list"];
  const client = await app.signIn({ permissions, scope: "ORG_TREE", scopeOverrides, organization: home });
  await app.rows(
    `update role r set grantable_role_ids = $2::uuid[] from role_grant g join membership m on m.id = g.membership_id
     where g.role_id = r.id and m.user_id = $1`,
    [client.user.id, lent.map(({ id }) => id)],
  );
  return client;
}

test("AU-R15 AU-R3 an import asks for the scope of editing where people are there already, and weighs what positions bring", async () => {
  const home = await givenOrganization(app, { type: "CITY" });
  const below = await givenOrganization(app, { parent: home });
  const [top, under] = [await codeOf("organization", home), await codeOf("organization", below)];
  const high = await givenRole(app, { name: "高权", permissionCodes: ["authority:role:edit"], dataScope: "ORG" });
  const client = await givenOperator(home, []);
  const post = await positionCode("甲岗");
  const known = await givenUser(app);
  await givenMembership(app, { user: known, organization: home, isPrimary: true });
  const boss = await givenUser(app, { boolAdmin: true });
  await givenMembership(app, { user: boss, organization: home, isPrimary: true });
  const stranger = await givenUser(app);
  await givenMembership(app, { user: stranger, organization: below, isPrimary: true });
  const typed = { ...base, positionCode: post };
  const row1 = (user: { userName: string; mobilePhone: string }, organizationCode: string) =>
    row({ ...typed, userName: user.userName, mobilePhone: user.mobilePhone, organizationCode });
  const brings = await positionCode("带高权岗");
  await app.rows("update position set default_role_ids = $2 where code = $1", [brings, [high.id]]);
  const highCode = await codeOf("role", high);
  const rows = [
    row1(known, top),
    row1(known, under),
    row1(boss, top),
    row1(stranger, top),
    row({ ...typed, mobilePhone: phone(), organizationCode: under }),
    row({ ...typed, mobilePhone: phone(), organizationCode: top, positionCode: brings }),
    row({ ...typed, mobilePhone: phone(), organizationCode: top, roleCodes: highCode }),
  ];
  const found = await problems(client, rows);
  assert.deepEqual(found.slice(0, 3), ["3 无权在该组织创建用户", "4 无权操作管理员账号", "5 该用户不在您的管理范围内"]);
  assert.match(found[3] ?? "", /^7 您不能授予超出自身权限的角色：/);
  assert.deepEqual(found.slice(4), [`8 角色${highCode}不在您的可授予范围内`]);
});
