import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { confirmImport, listAllTasks, listImportKinds } from "@ops/platform/contract";
import { personMoved } from "../../../contract/index.ts";
import { givenMembership, givenOrganization, givenPosition, givenRole, givenUser } from "../../testing.ts";
import { failuresOf, handedBackOf } from "../../testing-import.ts";
import { importingUsers } from "./testing.ts";

const { app, check, problems, run, row, phone, codeOf, positionCode } = importingUsers();
const [CREATE, EDIT, GRANT] = ["authority:user:create", "authority:user:edit", "authority:grant:edit"];
const administrator = () => app.signIn({ boolAdmin: true });

/** Makes an organisation and a position and finds their codes. */
async function place(type: "STORE" | "PARTNER" = "STORE", parent?: Awaited<ReturnType<typeof givenOrganization>>) {
  const organization = await givenOrganization(app, { type, ...(parent ? { parent } : {}) });
  return {
    organization,
    code: await codeOf("organization", organization),
    post: await positionCode("顾问"),
  };
}

const postsOf = (mobilePhone: string) =>
  app.rows<{ org: string; primary: boolean; roles: string[] }>(
    `select o.code as org, m.is_primary as primary, array(select r.code from role_grant g join role r on r.id = g.role_id
       where g.membership_id = m.id and g.status = 'ACTIVE' order by 1) as roles
     from membership m join app_user u on u.id = m.user_id join organization o on o.id = m.organization_id
     where u.mobile_phone = $1 and m.status = 'EFFECTIVE' order by o.code`,
    [mobilePhone],
  );
const personOf = async (mobilePhone: string) =>
  (
    await app.rows<{ id: string; userName: string; staffNo: string | null; source: string; status: string }>(
      `select id, user_name as "userName", staff_no as "staffNo", source, status from app_user
       where mobile_phone = $1 and deleted_at is null`,
      [mobilePhone],
    )
  )[0];

test("authority section 8: people come in with posts, roles and an initial password; the same file once more makes nothing", async () => {
  const client = await administrator();
  const [one, two] = [await place(), await place()];
  const role = await givenRole(app);
  const roleCode = await codeOf("role", role);
  const [first, second] = [phone(), phone()];
  const person = {
    userName: "导入甲",
    mobilePhone: first,
    staffNo: "IM001",
    userType: "内部员工",
    positionCode: one.post,
  };
  const rows = [
    row({ ...person, organizationCode: one.code, roleCodes: ` ${roleCode} ；` }),
    row({ ...person, organizationCode: two.code, isPrimary: "是" }),
    row({
      userName: "导入乙",
      mobilePhone: Number(second),
      userType: "INTERNAL",
      organizationCode: two.code,
      positionCode: two.post,
    }),
  ];
  const { task, draft, filePassword } = await run(client, rows);
  assert.equal(draft.summary, "共3行，可导入3行，错误0行");
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", total: 3, successCount: 3, failCount: 0, skipCount: 0 });
  assert.partialDeepStrictEqual(await personOf(first), {
    userName: "导入甲",
    staffNo: "IM001",
    source: "IMPORT",
    status: "PENDING",
  });
  assert.deepEqual(await postsOf(first), [
    { org: one.code, primary: false, roles: [roleCode] },
    { org: two.code, primary: true, roles: [] },
  ]);
  assert.deepEqual(await postsOf(second), [{ org: two.code, primary: true, roles: [] }]);

  const told = await handedBackOf(app, client, task.id, filePassword ?? "");
  assert.deepEqual(
    told.map((cells) => cells.slice(0, 3)),
    [
      ["导入甲", first, "IM001"],
      ["导入乙", second, ""],
    ].map((cells) => cells.map((cell) => cell || null)),
  );
  const login = await app.login({ mobilePhone: first, password: String(told[0]?.[3]) });
  assert.equal(login.msg, "");
  assert.deepEqual(await app.rows("select from import_secret"), []);
  assert.deepEqual(await app.rows("select from import_draft where sealed_password is not null"), []);

  const again = await check(client, rows);
  assert.equal(again.data.summary, "共3行，可导入0行，错误0行，跳过3行");
  const third = {
    userName: "导入丙",
    mobilePhone: phone(),
    userType: "内部员工",
    organizationCode: one.code,
    positionCode: one.post,
  };
  const mixed = await run(client, [...rows, row(third)]);
  assert.partialDeepStrictEqual(mixed.task, { status: "SUCCESS", total: 4, successCount: 1, skipCount: 3 });
  assert.equal((await postsOf(first)).length, 2);
});

test("authority section 8: each row that cannot get in says why, and nothing is written by the check", async () => {
  const client = await administrator();
  const { code, post, organization } = await place();
  const closed = await givenOrganization(app, { status: "DISABLED" });
  const narrow = await app.arrange((tx) => givenPosition(tx, "仅伙伴"));
  await app.rows("update position set org_types = '{PARTNER}' where id = $1", [narrow]);
  const known = await givenUser(app, { staffNo: "TAKEN1" });
  const good = { userName: "某人", userType: "内部员工", organizationCode: code, positionCode: post };
  const base = () => ({ ...good, mobilePhone: phone() });
  const double = phone();
  const rows = [
    row({ ...base(), mobilePhone: "12345" }),
    row({ ...base(), organizationCode: "NOWHERE" }),
    row({ ...base(), organizationCode: await codeOf("organization", closed) }),
    row({ ...base(), positionCode: "NOPOST" }),
    row({ ...base(), positionCode: await codeOf("position", { id: narrow }) }),
    row({ ...base(), roleCodes: "no_such_role" }),
    row({ ...base(), userType: "合作伙伴" }),
    row({ ...base(), staffNo: known.staffNo }),
    row({ ...base(), userType: "老板" }),
    row({ ...base(), mobilePhone: double, staffNo: "DUP01" }),
    row({ ...base(), staffNo: "DUP01" }),
    row({ ...base(), mobilePhone: double }),
    row({ ...base(), validUntil: "2020-01-01" }),
    row({ ...base(), mobilePhone: client.user.mobilePhone }),
  ];
  assert.deepEqual(await problems(client, rows), [
    "2 手机号格式不正确",
    "3 组织编码不存在或已停用",
    "4 组织编码不存在或已停用",
    "5 职位编码不存在",
    "6 该职位不适用于所选组织",
    "7 角色no_such_role不在您的可授予范围内",
    "8 请选择有效期！",
    "9 工号已存在",
    "10 用户类型不在字典中",
    "12 工号与第11行重复",
    "13 与第11行重复",
    "14 有效期不能早于今天",
    "15 不能操作自己的账号",
  ]);
  assert.deepEqual(await app.rows("select from membership where organization_id = $1", [organization.id]), []);
  const many = Array.from({ length: 5_001 }, () => row({ ...base() }));
  assert.equal((await check(client, many)).msg, "单次最多导入5000行");
});

test("authority section 8: what is known of a person stays unless 覆盖基本信息 is ticked", async () => {
  const client = await administrator();
  const [one, two] = [await place(), await place()];
  const known = await givenUser(app, { userName: "原名" });
  await givenMembership(app, { user: known, organization: one.organization, positionName: "顾问", isPrimary: true });
  const typed = { userName: "新名", mobilePhone: known.mobilePhone, userType: "内部员工", positionCode: one.post };
  await run(client, [row({ ...typed, organizationCode: two.code, staffNo: "NEW01" })]);
  assert.partialDeepStrictEqual(await personOf(known.mobilePhone), { userName: "原名", staffNo: known.staffNo });
  assert.deepEqual(await postsOf(known.mobilePhone), [
    { org: one.code, primary: true, roles: [] },
    { org: two.code, primary: false, roles: [] },
  ]);
  const same = [row({ ...typed, organizationCode: one.code, staffNo: "NEW02" })];
  assert.equal((await check(client, same)).data.skipped, 1);
  const { task } = await run(client, same, ["overwrite"]);
  assert.partialDeepStrictEqual(task, { successCount: 1, conditions: [{ label: "选项", value: "覆盖基本信息" }] });
  assert.partialDeepStrictEqual(await personOf(known.mobilePhone), { userName: "新名", staffNo: "NEW02" });
  assert.equal((await check(client, same, ["overwrite"])).data.skipped, 1);
  assert.equal((await check(client, same, ["unknown"])).msgCode, "COMMON_PARAM");
});

test("authority section 8: what 覆盖基本信息 would change is checked like an edit: number, validity, oneself", async () => {
  const client = await administrator();
  const { code, post } = await place();
  const [known, outsider, holder] = [
    await givenUser(app),
    await givenUser(app, { userType: "CARRIER", validUntil: "2027-01-01" }),
    await givenUser(app, { staffNo: "HELD01" }),
  ];
  const typed = { userName: known.userName, userType: "内部员工", organizationCode: code, positionCode: post };
  const rows = [
    row({ ...typed, mobilePhone: known.mobilePhone, staffNo: holder.staffNo }),
    row({ ...typed, mobilePhone: holder.mobilePhone, userName: holder.userName, validUntil: "2020-01-01" }),
    row({ ...typed, mobilePhone: client.user.mobilePhone, userName: client.user.userName, validUntil: "2027-01-01" }),
    row({
      ...typed,
      mobilePhone: outsider.mobilePhone,
      userName: outsider.userName,
      userType: "承运商",
      validUntil: "2099-01-01",
    }),
  ];
  assert.deepEqual(await problems(client, rows, ["overwrite"]), [
    "2 工号已存在",
    "3 有效期不能早于今天",
    "4 不能操作自己的账号",
    "5 外部人员的有效期不能超过1年",
  ]);
  assert.deepEqual(await problems(client, rows.slice(0, 2)), [], "nothing of it is asked for");
});

/** Signs in an administrator of one subtree who may grant these roles. */
async function delegated(lent: readonly { id: string }[], permissions = [CREATE, EDIT, GRANT]) {
  const home = await place();
  const below = await place("STORE", home.organization);
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization: home.organization });
  await app.rows(
    `update role r set grantable_role_ids = $2::uuid[] from role_grant g join membership m on m.id = g.membership_id
     where g.role_id = r.id and m.user_id = $1`,
    [client.user.id, lent.map(({ id }) => id)],
  );
  return { client, home, below };
}

test("AU-R15 an import gives nothing that its operator could not give by hand: organisations, roles, people", async () => {
  const far = await place();
  const lent = await givenRole(app, { permissionCodes: [CREATE], dataScope: "ORG" });
  const wide = await givenRole(app, { permissionCodes: [CREATE], dataScope: "ALL" });
  const foreign = await givenRole(app, { permissionCodes: [CREATE], dataScope: "ORG" });
  const { client, below } = await delegated([lent, wide]);
  const stranger = await givenUser(app);
  await givenMembership(app, { user: stranger, organization: far.organization, isPrimary: true });
  const bringing = await app.arrange((tx) => givenPosition(tx, "带入职位"));
  await app.rows("update position set default_role_ids = $2::uuid[] where id = $1", [bringing, [foreign.id]]);
  const codes = await Promise.all([lent, wide, foreign].map((role) => codeOf("role", role)));
  const base = () => ({
    userName: "某人",
    mobilePhone: phone(),
    userType: "门店员工",
    organizationCode: below.code,
    positionCode: below.post,
  });
  const good = base();
  const rows = [
    row({ ...good, roleCodes: codes[0] ?? "" }),
    row({ ...base(), organizationCode: far.code }),
    row({ ...base(), roleCodes: codes[1] ?? "" }),
    row({ ...base(), roleCodes: `${codes[0]};${codes[2]}` }),
    row({ ...base(), mobilePhone: stranger.mobilePhone }),
    row({ ...base(), positionCode: await codeOf("position", { id: bringing }) }),
  ];
  assert.deepEqual(await problems(client, rows), [
    "3 无权在该组织创建用户",
    `4 角色${codes[1]}不在您的可授予范围内`,
    `5 角色${codes[2]}不在您的可授予范围内`,
    "6 该用户不在您的管理范围内",
    "7 该角色不在您的可授予范围内",
  ]);
  const { task } = await run(client, rows);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 1, failCount: 5 });
  assert.deepEqual(await postsOf(good.mobilePhone), [{ org: below.code, primary: true, roles: [codes[0]] }]);
  assert.deepEqual(await postsOf(stranger.mobilePhone), [{ org: far.code, primary: true, roles: [] }]);
  const failures = await failuresOf(app, client, task.id);
  assert.deepEqual(failures[0]?.slice(-2), [3, "无权在该组织创建用户"]);
});

test("AU-R15 without the right to grant or to edit, an import neither gives roles nor changes people", async () => {
  const lent = await givenRole(app, { permissionCodes: [CREATE], dataScope: "ORG" });
  const { client, below, home } = await delegated([lent], [CREATE]);
  const colleague = await givenUser(app);
  await givenMembership(app, { user: colleague, organization: home.organization, isPrimary: true });
  const base = { userName: "某人", userType: "门店员工", organizationCode: below.code, positionCode: below.post };
  const code = await codeOf("role", lent);
  const rows = [
    row({ ...base, mobilePhone: phone(), roleCodes: code }),
    row({ ...base, mobilePhone: colleague.mobilePhone }),
  ];
  assert.deepEqual(await problems(client, rows), [`2 角色${code}不在您的可授予范围内`, "3 手机号已存在"]);
  const nobody = await app.signIn({ permissions: [EDIT] });
  assert.equal((await check(nobody, rows)).msgCode, "COMMON_FORBIDDEN");
  assert.deepEqual((await nobody.call(listImportKinds, {})).data, []);
});

const manyRows = async (count: number) => {
  const { code, post } = await place();
  return Array.from({ length: count }, (_, n) => {
    const mobilePhone = phone();
    const typed = {
      userName: `批量${n}`,
      mobilePhone,
      userType: "内部员工",
      organizationCode: code,
      positionCode: post,
    };
    return { mobilePhone, cells: row(typed) };
  });
};

/** Adds a trigger that runs when the account with this phone is inserted, in the transaction of its chunk. */
async function whenWritten(mobilePhone: string, happens: string): Promise<void> {
  const name = `at_${mobilePhone}`;
  await app.rows(`create function ${name}() returns trigger language plpgsql as $$ begin
    if new.mobile_phone = '${mobilePhone}' then ${happens}; end if; return new; end $$`);
  await app.rows(`create trigger ${name} before insert on app_user for each row execute function ${name}()`);
}

const countOf = async (rows: readonly { mobilePhone: string }[]) =>
  (
    await app.rows("select from app_user u join membership m on m.user_id = u.id where u.mobile_phone = any($1)", [
      rows.map(({ mobilePhone }) => mobilePhone),
    ])
  ).length;

test("PF-R95 a row of a user import that the database refuses fails alone", async () => {
  const client = await administrator();
  const rows = await manyRows(7);
  await whenWritten(rows[3]?.mobilePhone ?? "", "raise exception 'taken' using errcode = '23505'");
  const { task } = await run(
    client,
    rows.map(({ cells }) => cells),
  );
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 6, failCount: 1 });
  assert.deepEqual((await failuresOf(app, client, task.id))[0]?.slice(-2), [5, "数据已存在"]);
  assert.equal(await countOf(rows), 6);
});

test("PF-R93 a user import that breaks off goes on where it was: every row once, every initial password told", async () => {
  const client = await administrator();
  const rows = await manyRows(620);
  await app.rows("create sequence break_off");
  await whenWritten(
    rows[600]?.mobilePhone ?? "",
    "if nextval('break_off') = 1 then raise exception 'the node dies' using errcode = '57P01'; end if",
  );
  const { task, filePassword } = await run(
    client,
    rows.map(({ cells }) => cells),
  );
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", total: 620, successCount: 620 });
  assert.equal(await countOf(rows), 620);
  const told = await handedBackOf(app, client, task.id, filePassword ?? "");
  assert.deepEqual(
    told.map((cells) => cells[1]),
    rows.map(({ mobilePhone }) => mobilePhone),
  );
  assert.deepEqual(await wrongPasswords(told), []);
});

/** Finds the people whose password in the file is not the stored one. */
async function wrongPasswords(told: Awaited<ReturnType<typeof handedBackOf>>): Promise<unknown[]> {
  const { hasher } = app.authority.context;
  const kept = await app.rows<{ phone: string; hash: string }>(
    "select mobile_phone as phone, password_hash as hash from app_user where mobile_phone = any($1)",
    [told.map((cells) => cells[1])],
  );
  const hashes = new Map(kept.map(({ phone: of, hash }) => [of, hash]));
  const wrong: unknown[] = [];
  for (const [, mobilePhone, , password] of told) {
    const hash = hashes.get(String(mobilePhone)) ?? null;
    if (!(await hasher.verify(String(password), hash))) wrong.push([mobilePhone, password]);
  }
  return wrong;
}

test("authority section 12: whoever is disabled during a big import of his gets no further rows in", async () => {
  const client = await administrator();
  const rows = await manyRows(620);
  const { id } = client.user;
  await whenWritten(rows[10]?.mobilePhone ?? "", `update app_user set status = 'DISABLED' where id = '${id}'`);
  const { data } = await check(
    client,
    rows.map(({ cells }) => cells),
  );
  const { taskNo } = (await client.call(confirmImport, { params: { id: data.id } })).data;
  const overseer = await administrator();
  const ended = async () => (await overseer.call(listAllTasks, { query: { taskNo } })).data.list[0];
  for (let tries = 0; tries < 400 && (await ended())?.status !== "FAILED"; tries++) await sleep(50);
  assert.partialDeepStrictEqual(await ended(), { errorMsg: "您已无该数据的导入权限", successCount: 500 });
  assert.equal(await countOf(rows), 500);
});

test("person.moved: others hear of the first post that a file gives to somebody who is there, not of newcomers", async () => {
  const client = await administrator();
  const [known, posted, at] = [await givenUser(app), await givenUser(app), await place()];
  await givenMembership(app, { user: posted, organization: await givenOrganization(app), isPrimary: true });
  const newcomer = phone();
  const post = { organizationCode: at.code, positionCode: at.post, userType: "内部员工" };
  const { task } = await run(client, [
    row({ ...post, userName: known.userName, mobilePhone: known.mobilePhone }),
    row({ ...post, userName: posted.userName, mobilePhone: posted.mobilePhone }),
    row({ ...post, userName: "导入新人", mobilePhone: newcomer }),
  ]);
  assert.equal(task.successCount, 3);
  const people = [known.id, posted.id, (await personOf(newcomer))?.id];
  const told = (await app.published(personMoved)).map(({ userId }) => userId);
  assert.deepEqual(
    people.map((id) => told.filter((userId) => userId === id).length),
    [1, 0, 0],
    "a further post moves nobody",
  );
});
