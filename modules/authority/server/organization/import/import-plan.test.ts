import assert from "node:assert/strict";
import { test } from "node:test";
import { declareTestApp } from "@ops/platform/server/testing";
import { organizationImport } from "../../../contract/index.ts";
import {
  AuthorityTestApp,
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenUser,
} from "../../testing.ts";
import { importing, type TypedCells } from "../../testing-import.ts";
import { raisesRights } from "../../testing-waiting.ts";

const app = declareTestApp(new AuthorityTestApp([], undefined, { background: true }));
const { check, problems, run } = importing(app, organizationImport);
const [CREATE, EDIT] = ["authority:org:create", "authority:org:edit"] as const;

type Key = (typeof organizationImport.columns)[number]["key"];
type Typed = Partial<Record<Key, string>>;
const row = (typed: Typed): TypedCells => organizationImport.columns.map(({ key }) => typed[key] ?? null);

interface Coded extends GivenOrganization {
  readonly code: string;
}

async function given(wishes: Parameters<typeof givenOrganization>[1] = {}): Promise<Coded> {
  const made = await givenOrganization(app, { type: "DEPT", ...wishes });
  const [found] = await app.rows<{ code: string }>("select code from organization where id = $1", [made.id]);
  return { ...made, code: found?.code ?? "" };
}

const nowOf = async ({ id }: { id: string }) =>
  (
    await app.rows<{ name: string; leader: string | null; region: string | null; version: number }>(
      "select name, leader_user_id as leader, region_code as region, version from organization where id = $1",
      [id],
    )
  )[0];

async function givenLeader(organization: GivenOrganization) {
  const user = await givenUser(app);
  await givenMembership(app, { user, organization, isPrimary: true });
  return user;
}

test("authority section 8: an organisation is changed by each column alone; empty cells change nothing", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const home = await given();
  const [old, next] = [await givenLeader(home), await givenLeader(home)];
  const own = await given({ parent: home, name: "本部" });
  await app.rows("update organization set leader_user_id = $2, region_code = '320500' where id = $1", [own.id, old.id]);
  const base = { code: own.code, name: "本部", type: "部门", parentCode: home.code };
  const kept = { name: "本部", leader: old.id, region: "320500", version: 1 };
  const changes: [Typed, object][] = [
    [{ name: "新部" }, { name: "新部", version: 2 }],
    [{ leaderPhone: next.mobilePhone }, { leader: next.id, version: 3 }],
    [{ regionCode: "330100" }, { region: "330100", version: 4 }],
  ];
  assert.equal((await check(admin, [row(base)])).data.summary, "共1行，可导入0行，错误0行，跳过1行");
  assert.equal((await check(admin, [row({ ...base, regionCode: "320500" })])).data.skipped, 1);
  let [typed, now] = [base as Typed, kept];
  for (const [change, changed] of changes) {
    [typed, now] = [
      { ...typed, ...change },
      { ...now, ...changed },
    ];
    const raised = await raisesRights(app, async () => {
      assert.partialDeepStrictEqual((await run(admin, [row(typed)])).task, { status: "SUCCESS", successCount: 1 });
    });
    assert.equal(raised, true);
    assert.deepEqual(await nowOf(own), now);
  }
  assert.deepEqual(await problems(admin, [row({ ...typed, regionCode: "999999" })]), ["2 行政区划不存在，请重新选择"]);
  await given({ parent: home, name: "占用" });
  assert.deepEqual(await problems(admin, [row({ ...typed, name: "占用" })]), ["2 同级下已存在相同名称的组织"]);
  const uncoded: Typed = { name: "占用", type: "部门", parentCode: home.code, leaderPhone: old.mobilePhone };
  assert.equal((await run(admin, [row(uncoded)])).task.successCount, 1, "without a code the name says which it is");
});

test("AU-R43 an import gives stores a leader and changes nothing that their module looks after", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const home = await given({ type: "CITY" });
  const leader = await givenLeader(home);
  const store = await given({ type: "STORE", parent: home, name: "某店" });
  const base = { code: store.code, name: "某店", type: "门店", parentCode: home.code };
  const managed = "2 该组织由门店管理维护，请在门店列表修改";
  assert.deepEqual(await problems(admin, [row({ ...base, name: "改店" })]), [managed]);
  assert.deepEqual(await problems(admin, [row({ ...base, regionCode: "320500" })]), [managed]);
  assert.equal((await run(admin, [row({ ...base, leaderPhone: leader.mobilePhone })])).task.successCount, 1);
  assert.deepEqual(await nowOf(store), { name: "某店", leader: leader.id, region: null, version: 2 });
});

test("authority section 8: rows of one file see each other: names, depth and divisions", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  let deep = await given();
  while (deep.level < 6) deep = await given({ parent: deep });
  const [seven, eight] = [await given({ parent: deep }), await given({ parent: await given({ parent: deep }) })];
  const base = { type: "部门", name: "深部" };
  const depth = "组织层级不能超过8级";
  assert.deepEqual(await problems(admin, [row({ ...base, parentCode: seven.code })]), []);
  assert.deepEqual(await problems(admin, [row({ ...base, parentCode: eight.code })]), [`2 ${depth}`]);
  const chain = [
    row({ ...base, code: "DEEP-7", parentCode: deep.code }),
    row({ ...base, code: "DEEP-8", parentCode: "DEEP-7" }),
    row({ ...base, code: "DEEP-9", parentCode: "DEEP-8" }),
  ];
  assert.deepEqual(await problems(admin, chain), [`4 ${depth}`]);
  const home = await given();
  const twins = [
    row({ ...base, code: "TWIN-1", parentCode: home.code }),
    row({ ...base, code: "TWIN-2", parentCode: home.code }),
    row({ ...base, code: "TWIN-3", name: "别名", parentCode: home.code, regionCode: "999999" }),
  ];
  assert.deepEqual(await problems(admin, twins), ["3 同级下已存在相同名称的组织", "4 行政区划不存在，请重新选择"]);
  const store = await given({ type: "STORE", parent: home });
  assert.deepEqual(await problems(admin, [row({ name: "店组", type: "部门", parentCode: store.code })]), []);
  const renamed = [
    row({ code: store.code, name: store.name, type: "门店", parentCode: home.code }),
    row({ ...base, name: "深部二", parentCode: home.code }),
  ];
  const { data } = await check(admin, renamed);
  assert.deepEqual([data.skipped, data.problems], [1, []]);
});

test("PF-R95 a large file of organisations is checked bit by bit, and late rows know of the early ones", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const home = await given();
  const known = await given({ parent: home, name: "原名部" });
  const base = { type: "部门", parentCode: home.code };
  const early = [row({ ...base, code: "BIG-TOP", name: "大部" }), row({ ...base, code: known.code, name: "改名部" })];
  const many = Array.from({ length: 498 }, (_, n) => row({ ...base, code: `BIG-${n}`, name: `大部${n}` }));
  const late = [
    row({ ...base, code: "BIG-LOW", name: "下部", parentCode: "BIG-TOP" }),
    row({ ...base, code: "BIG-TWIN", name: "大部" }),
    row({ ...base, code: "BIG-SAME", name: "改名部" }),
    row({ ...base, code: "BIG-LEAF", name: "叶部", parentCode: "BIG-LOW" }),
  ];
  const taken = "同级下已存在相同名称的组织";
  assert.deepEqual(await problems(admin, [...early, ...many, ...late]), [`503 ${taken}`, `504 ${taken}`]);
  const told = await app.rows<{ done: number }>(
    `select (payload ->> 'done')::int as done from live_event
     where user_id = $1 and payload ->> 'type' = 'job.progress' order by id`,
    [admin.user.id],
  );
  assert.deepEqual(told, [{ done: 500 }, { done: 504 }]);
});

test("authority section 7: whoever edits an organisation without its parent changes it by an import, and makes nothing new", async () => {
  const home = await given();
  const [own, other] = [await given({ parent: home, name: "自部" }), await given()];
  const permissions = [CREATE, EDIT];
  const editor = await app.signIn({ permissions, scope: "ORG", organization: own });
  const base = { code: own.code, name: "自部改", type: "部门", parentCode: home.code };
  assert.deepEqual(await problems(editor, [row(base)]), []);
  assert.deepEqual(await problems(editor, [row({ ...base, parentCode: other.code })]), ["2 上级组织不存在"]);
  const fresh = { name: "新建", type: "部门", parentCode: home.code };
  assert.deepEqual(await problems(editor, [row(fresh)]), ["2 上级组织不存在"]);
  assert.equal((await run(editor, [row(base)])).task.successCount, 1);
  assert.equal((await nowOf(own))?.name, "自部改");

  const below = await given({ parent: own });
  const wide = await app.signIn({
    permissions,
    scope: "ORG_TREE",
    scopeOverrides: { [CREATE]: "ORG" },
    organization: own,
  });
  const deeper = { name: "再下", type: "部门", parentCode: below.code };
  assert.deepEqual(await problems(wide, [row(deeper)]), ["2 上级组织不存在"], "reached for editing, not for creating");
  const creator = await app.signIn({ permissions: [CREATE], scope: "ORG_TREE", organization: own });
  const taken = { name: below.name, type: "部门", parentCode: own.code };
  assert.deepEqual(await problems(creator, [row(taken)]), ["2 同级下已存在相同名称的组织"]);
  await app.rows("update organization set deleted_at = now() where id = $1", [below.id]);
  assert.deepEqual(await problems(creator, [row(taken)]), []);
  assert.deepEqual(await problems(wide, [row({ ...taken, code: below.code })]), ["2 组织编码已存在"]);
});
