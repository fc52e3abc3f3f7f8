import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, type TestClient, testApp } from "../testing.ts";
import { raisesRights, waitsFor } from "../testing-waiting.ts";

const app = testApp();
const fields = { orgTypes: [], defaultRoleIds: [] as string[], rank: 10 };
const told = ({ msgCode, msg }: { msgCode: string; msg: string }) => `${msgCode} ${msg}`.trim();

const create = (by: TestClient, code: string, wishes: object = {}) =>
  by.call(contract.createPosition, { body: { ...fields, code, name: `职位${code}`, ...wishes } });
const edit = async (by: TestClient, id: string, wishes: object = {}) => {
  const [row] = await app.rows<{ name: string; version: number }>("select name, version from position where id = $1", [
    id,
  ]);
  const body = { ...fields, name: row?.name ?? "", status: "ENABLED" as const, version: row?.version ?? 0, ...wishes };
  return by.call(contract.editPosition, { params: { id }, body });
};

async function hold(positionName: string, wishes: object = {}) {
  const user = await givenUser(app);
  const organization = await givenOrganization(app);
  const { id } = await givenMembership(app, { user, organization, positionName, ...wishes });
  return { user, organization, id };
}

test("AU-R18 all who hold a position follow its default roles; planned posts, old ones and direct grants are left alone", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [role, other] = [await givenRole(app, { name: "默认甲" }), await givenRole(app, { name: "默认乙" })];
  const { data } = await create(admin, "follow");
  const name = "职位follow";
  const [now, twofold] = [await hold(name), await hold(name, { roles: [role] })];
  const [ahead, former, beside] = [
    await hold(name, { status: "FUTURE", startDate: "2099-01-01" }),
    await hold(name, { status: "ENDED" }),
    await hold("旁边职位"),
  ];
  await givenMembership(app, { user: now.user, organization: await givenOrganization(app), positionName: name });
  const held = async ({ id }: { id: string }) =>
    (
      await app.rows<{ text: string }>(
        `select r.name || ' ' || g.source || ' ' || g.status as text from role_grant g join role r on r.id = g.role_id
         where g.membership_id = $1 order by 1`,
        [id],
      )
    ).map(({ text }) => text);
  const set = (defaultRoleIds: string[], rank = 10) =>
    raisesRights(app, () => edit(admin, data.id, { defaultRoleIds, rank }));

  assert.equal(await set([role.id]), true);
  assert.deepEqual(await held(now), ["默认甲 POSITION ACTIVE"]);
  assert.deepEqual(await held(twofold), ["默认甲 DIRECT ACTIVE", "默认甲 POSITION ACTIVE"]);
  assert.deepEqual([await held(ahead), await held(former), await held(beside)], [[], [], []]);
  assert.equal(await set([role.id], 11), false, "nobody's rights change with the rank");
  assert.equal(await set([other.id], 11), true);
  assert.deepEqual(await held(now), ["默认乙 POSITION ACTIVE", "默认甲 POSITION REVOKED"]);
  assert.deepEqual(await held(twofold), ["默认乙 POSITION ACTIVE", "默认甲 DIRECT ACTIVE", "默认甲 POSITION REVOKED"]);
  await set([other.id, role.id]);
  await app.rows("update role set deleted_at = now() where id = $1", [other.id]);
  const [shown] = (await admin.call(contract.listPositions, { query: { keyword: "职位follow" } })).data.list;
  assert.partialDeepStrictEqual(shown, { holders: 2, rank: 10, code: "follow", name, status: "ENABLED" });
  assert.deepEqual(shown?.defaultRoleIds, [other.id, role.id]);
  assert.equal(shown?.defaultRoleNames[1], "默认甲");
});

test("authority 5.4 positions are listed by state, the highest rank first; names and codes belong to one", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const made = [];
  for (const [code, rank] of [
    ["lista", 1],
    ["listb", 9],
    ["listc", 5],
  ] as const)
    made.push((await create(admin, code, { rank })).data);
  assert.equal((await edit(admin, made[2]?.id ?? "", { status: "DISABLED", rank: 5 })).data.status, "DISABLED");
  const found = async (status?: "ENABLED" | "DISABLED") => {
    const query = { keyword: "职位list", ...(status ? { status } : {}) };
    return (await admin.call(contract.listPositions, { query })).data.list.map(({ code }) => code);
  };
  assert.deepEqual(await found(), ["listb", "listc", "lista"]);
  assert.deepEqual(await found("ENABLED"), ["listb", "lista"]);
  assert.deepEqual(await found("DISABLED"), ["listc"]);
  const taken = await edit(admin, made[0]?.id ?? "", { name: "职位listb" });
  assert.equal(told(taken), "COMMON_DUPLICATE 职位名称已存在");
  assert.equal((await edit(admin, made[0]?.id ?? "", { rank: 2 })).msg, "");
  assert.deepEqual(made[0]?.defaultRoleNames, []);
  const none = await admin.call(contract.listPositions, { query: { keyword: "没有这个职位" } });
  assert.deepEqual(none.data.list, []);
});

test("AU-R58 a default role has to fit everybody who holds the position or is going to, not those who did", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const role = await givenRole(app, { name: "仅城市" });
  await app.rows("update role set exclusive_org_types = '{CITY}' where id = $1", [role.id]);
  const { data } = await create(admin, "fit");
  const set = async (defaultRoleIds: string[]) => told(await edit(admin, data.id, { defaultRoleIds }));
  await hold("职位fit", { status: "ENDED" });
  await hold("职位fit", { organization: await givenOrganization(app, { type: "CITY" }) });
  await hold("别的职位");
  assert.equal(await set([role.id]), "");
  assert.equal(await set([]), "");
  const ahead = await hold("职位fit", { status: "FUTURE", startDate: "2099-01-01" });
  const unfit = /^GRANT_ORG_TYPE 角色「仅城市」不适用于所选组织$/;
  assert.match(await set([role.id]), unfit);
  assert.match(await set([(await givenRole(app)).id, role.id]), unfit);
  await app.rows("update position set default_role_ids = $2 where id = $1", [data.id, [role.id]]);
  assert.equal(await set([role.id]), "", "what was there stays");
  assert.equal(await set([]), "", "what goes has to fit nobody");
  await app.rows("update membership set status = 'ENDED' where id = $1", [ahead.id]);
  assert.equal(await set([role.id]), "");
  assert.match(await set([newId()]), /^COMMON_NOT_FOUND /);
  assert.equal((await create(admin, "unknown", { defaultRoleIds: [newId()] })).msgCode, "COMMON_NOT_FOUND");
  await app.rows("update role set deleted_at = now() where id = $1", [role.id]);
  assert.equal((await create(admin, "gone", { defaultRoleIds: [role.id] })).msgCode, "COMMON_NOT_FOUND");
});

/** Somebody who keeps positions in one organisation and has been lent one role. */
async function givenKeeper() {
  const home = await givenOrganization(app);
  const codes = ["authority:position:list", "authority:position:edit", "authority:grant:edit"];
  const lent = await givenRole(app, { permissionCodes: ["authority:position:list"], dataScope: "ORG" });
  const off = await givenRole(app, { status: "DISABLED" });
  const gone = await givenRole(app);
  await app.rows("update role set deleted_at = now() where id = $1", [gone.id]);
  const keeper = await app.signIn({ permissions: codes, scope: "ORG", organization: home });
  await app.rows(
    `update role set grantable_role_ids = $1 where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $2)`,
    [[lent.id, off.id, gone.id], keeper.user.id],
  );
  return { home, lent, off, gone, keeper };
}

test("AU-R15 roles to choose from are enabled ones, for others than administrators those that are lent", async () => {
  const { lent, off, gone, keeper } = await givenKeeper();
  const choices = async (by: TestClient) =>
    (await by.call(contract.listPositionRoles, {})).data.map(({ id, name }) => `${id} ${name}`);
  assert.deepEqual(await choices(keeper), [`${lent.id} ${lent.name}`]);
  const all = await choices(await app.signIn({ boolAdmin: true }));
  assert.ok(all.includes(`${lent.id} ${lent.name}`) && all.length > 1);
  assert.ok(all.every((text) => !text.startsWith(off.id) && !text.startsWith(gone.id)));
});

test("AU-R16 AU-R5 posts that are over hinder no change of default roles, planned ones elsewhere or of oneself do", async () => {
  const { home, lent, keeper } = await givenKeeper();
  const admin = await app.signIn({ boolAdmin: true });
  const { data } = await create(admin, "keep");
  const msgOf = async () => {
    const { msg } = await edit(keeper, data.id, { defaultRoleIds: [lent.id] });
    await app.rows("update position set default_role_ids = '{}' where id = $1", [data.id]);
    return msg;
  };
  await hold("职位keep", { status: "ENDED" });
  await hold("职位keep", { user: keeper.user, organization: home, status: "ENDED" });
  await hold("职位keep", { organization: home });
  assert.equal(await msgOf(), "");
  const far = await hold("职位keep", { status: "FUTURE", startDate: "2099-01-01" });
  assert.equal(await msgOf(), "该用户不在您的管理范围内");
  await app.rows("update membership set status = 'ENDED' where id = $1", [far.id]);
  assert.equal(await msgOf(), "");
  await hold("职位keep", { user: keeper.user, organization: home, status: "FUTURE", startDate: "2099-01-01" });
  assert.equal(await msgOf(), "不能操作自己的账号");
});

test("authority 12 changes of positions happen one after the other; one that was ever held stays", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { data } = await create(admin, "turns");
  const names = (tx: Parameters<Parameters<typeof app.arrange>[0]>[0]) =>
    sql`select pg_advisory_xact_lock(7316105)`.execute(tx.kysely);
  assert.equal(await waitsFor(app, names, () => create(admin, "turns2")), true);
  assert.equal(await waitsFor(app, names, () => edit(admin, data.id, { rank: 3 })), true);
  await hold("职位turns", { status: "ENDED" });
  await hold("与此无关");
  const remove = async (id: string, version: number) =>
    (await admin.call(contract.removePosition, { params: { id }, query: { version } })).msgCode;
  assert.equal(await remove(data.id, 2), "COMMON_REFERENCED");
  const free = (await create(admin, "free2")).data;
  assert.equal(await remove(free.id, 1), "");
  assert.deepEqual(await app.rows("select 1 from position where id = $1", [free.id]), []);
});
