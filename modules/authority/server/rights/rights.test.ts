import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, type MenuNode } from "@ops/platform/contract";
import { listUsers, menuUserList, userInfo } from "../../contract/index.ts";
import {
  type GivenOrganization,
  givenMember,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type RoleWishes,
  testApp,
} from "../testing.ts";
import { actorOf } from "./actor-of.ts";
import { bumpRights } from "./bump.ts";

const app = testApp();
const LIST = "authority:user:list";

/** Makes a city with two stores and a store elsewhere, with one person in each. */
async function givenTree() {
  const city = await givenOrganization(app, { type: "CITY" });
  const east = await givenOrganization(app, { parent: city });
  const west = await givenOrganization(app, { parent: city });
  const elsewhere = await givenOrganization(app);
  const staffOf = async (organization: GivenOrganization) => {
    const user = await givenUser(app);
    await givenMembership(app, { user, organization, isPrimary: true });
    return user.userName;
  };
  const names = {
    city: await staffOf(city),
    east: await staffOf(east),
    west: await staffOf(west),
    elsewhere: await staffOf(elsewhere),
  };
  return { city, east, west, elsewhere, names };
}
type Tree = Awaited<ReturnType<typeof givenTree>>;

async function visible(token: string, tree: Tree): Promise<string[]> {
  const { data, msg } = await app.call(listUsers, { query: { pageSize: 100 } }, { token });
  assert.ok(data, msg);
  const seen = new Set(data.list.map((user) => user.userName));
  return Object.entries(tree.names).flatMap(([place, name]) => (seen.has(name) ? [place] : []));
}

async function workerAt(organization: GivenOrganization, ...roles: RoleWishes[]) {
  const user = await givenUser(app);
  const given = [];
  for (const role of roles) given.push(await givenRole(app, role));
  const membership = await givenMembership(app, { user, organization, roles: given, isPrimary: true });
  return { ...(await app.clientOf(user, [organization.id])), membership, roles: given };
}

test("PF-R105 each kind of scope reaches its organisations and no others", async () => {
  const tree = await givenTree();
  const see = async (role: RoleWishes, at: GivenOrganization = tree.city) =>
    visible((await workerAt(at, { permissionCodes: [LIST], ...role })).token, tree);

  assert.deepEqual(await see({ dataScope: "ALL" }), ["city", "east", "west", "elsewhere"]);
  assert.deepEqual(await see({ dataScope: "ORG_TREE" }), ["city", "east", "west"]);
  assert.deepEqual(await see({ dataScope: "ORG_TREE" }, tree.east), ["east"]);
  assert.deepEqual(await see({ dataScope: "ORG" }), ["city"]);
  assert.deepEqual(await see({ dataScope: "SELF" }), []);
  const custom = (orgId: string, withChildren: boolean) =>
    see({ dataScope: "CUSTOM", customOrgs: [{ orgId, withChildren }] });
  assert.deepEqual(await custom(tree.elsewhere.id, false), ["elsewhere"]);
  assert.deepEqual(await custom(tree.city.id, false), ["city"]);
  assert.deepEqual(await custom(tree.city.id, true), ["city", "east", "west"]);
  assert.deepEqual(await see({ dataScope: "CUSTOM", customOrgs: [] }), []);
});

test("PF-R105 SELF sees the own record", async () => {
  const tree = await givenTree();
  const client = await workerAt(tree.city, { permissionCodes: [LIST], dataScope: "SELF" });
  const { data } = await client.call(listUsers, { query: {} });
  assert.deepEqual(
    data.list.map((user) => user.id),
    [client.user.id],
  );
});

test("PF-R105 the scope comes from the roles that grant the permission, not from all roles", async () => {
  const tree = await givenTree();
  const client = await workerAt(
    tree.city,
    { permissionCodes: ["clue:clue:view"], dataScope: "ALL" },
    { permissionCodes: [LIST], dataScope: "ORG" },
  );
  assert.deepEqual(await visible(client.token, tree), ["city"]);
});

test("PF-R105 several granting roles are united; an override comes before the role's scope", async () => {
  const tree = await givenTree();
  const united = await workerAt(
    tree.east,
    { permissionCodes: [LIST], dataScope: "ORG" },
    { permissionCodes: [LIST], dataScope: "CUSTOM", customOrgs: [{ orgId: tree.elsewhere.id, withChildren: true }] },
  );
  assert.deepEqual(await visible(united.token, tree), ["east", "elsewhere"]);
  const narrowed = await workerAt(tree.city, {
    permissionCodes: [LIST],
    dataScope: "ALL",
    scopeOverrides: { [LIST]: "ORG" },
  });
  assert.deepEqual(await visible(narrowed.token, tree), ["city"]);
});

test("PF-R105 several parts of the tree are united, also with single organisations", async () => {
  const tree = await givenTree();
  const places = (...customOrgs: { orgId: string; withChildren: boolean }[]): RoleWishes => ({
    permissionCodes: [LIST],
    dataScope: "CUSTOM",
    customOrgs,
  });
  const [city, far] = [tree.city, tree.elsewhere].map(({ id }) => ({ orgId: id, withChildren: true }));
  const east = { orgId: tree.east.id, withChildren: true };
  const west = { orgId: tree.west.id, withChildren: false };
  assert.ok(city && far);
  const see = async (...roles: RoleWishes[]) => visible((await workerAt(tree.elsewhere, ...roles)).token, tree);
  assert.deepEqual(await see(places(city, far)), ["city", "east", "west", "elsewhere"]);
  assert.deepEqual(await see(places(east, city)), ["city", "east", "west"]);
  assert.deepEqual(await see(places(east, west)), ["east", "west"]);
  assert.deepEqual(await see(places(west), { permissionCodes: [LIST], dataScope: "ORG" }), ["west", "elsewhere"]);
});

test("AU-R58 whoever is fenced in sees what his roles reach inside of the fence, and nothing else", async () => {
  const tree = await givenTree();
  const see = async (fence: GivenOrganization, at: GivenOrganization, role: RoleWishes) => {
    const client = await workerAt(at, { permissionCodes: [LIST], ...role });
    await app.rows("update app_user set fence_org_id = $2 where id = $1", [client.user.id, fence.id]);
    await app.arrange((tx) => bumpRights(tx, [client.user.id]));
    return visible(client.token, tree);
  };
  const custom = (orgId: string, withChildren: boolean): RoleWishes => ({
    dataScope: "CUSTOM",
    customOrgs: [{ orgId, withChildren }],
  });
  const { city, east, west, elsewhere } = tree;
  assert.deepEqual(await see(east, city, { dataScope: "ORG_TREE" }), ["east"]);
  assert.deepEqual(await see(east, city, { dataScope: "ORG" }), []);
  assert.deepEqual(await see(east, east, { dataScope: "ORG" }), ["east"]);
  assert.deepEqual(await see(east, east, { dataScope: "ALL" }), ["east"]);
  assert.deepEqual(await see(city, east, { dataScope: "ALL" }), ["city", "east", "west"]);
  assert.deepEqual(await see(city, east, { dataScope: "ORG_TREE" }), ["east"]);
  assert.deepEqual(await see(east, east, custom(elsewhere.id, true)), []);
  assert.deepEqual(await see(east, east, custom(elsewhere.id, false)), []);
  assert.deepEqual(await see(east, east, custom(city.id, true)), ["east"]);
  assert.deepEqual(await see(city, east, custom(west.id, false)), ["west"]);
});

test("PF-R93 work that goes on after the session has the rights that the person has by then, or none", () =>
  app.holdTime(async () => {
    const [here, there] = [await givenOrganization(app), await givenOrganization(app)];
    const today = dayOf(app.now());
    const yesterday = dayOf(new Date(app.now().getTime() - 86_400_000));
    const role = await givenRole(app, { permissionCodes: [LIST] });
    const actor = async (set: string, ids = [here.id]) => {
      const user = await givenUser(app, { userName: "后台的人" });
      await givenMembership(app, { user, organization: here, roles: [role], isPrimary: true });
      await givenMembership(app, { user, organization: there, positionName: "培训师" });
      await app.rows(`update app_user set ${set} where id = $1`, [user.id]);
      const found = await app.arrange((tx) => actorOf(tx, user.id, ids));
      if (!found) return null;
      const { name, sessionId, isAdmin, can } = found.actor;
      return [name, sessionId, isAdmin, can(LIST), can("authority:user:delete"), found.place];
    };
    const shop = `${here.name}(店长)`;
    const fine = ["后台的人", null, false, true, false, shop];
    assert.deepEqual(await actor("status = 'ACTIVE'"), fine);
    assert.deepEqual(await actor("status = 'PENDING'"), fine);
    for (const status of ["DISABLED", "DORMANT", "LEFT"]) assert.equal(await actor(`status = '${status}'`), null);
    assert.equal(await actor("deleted_at = now()"), null);
    assert.equal(await actor("frozen_reason = '冻结'"), null);
    assert.deepEqual(await actor(`valid_until = '${today}'`), fine);
    assert.equal(await actor(`valid_until = '${yesterday}'`), null);
    assert.equal(await actor("remark = null", []), null, "nowhere in force");
    const both = await actor("remark = null", [here.id, there.id]);
    assert.deepEqual(both, [...fine.slice(0, 5), `${shop}；${there.name}(培训师)`]);
    assert.deepEqual(await actor("bool_admin = true"), ["后台的人", null, true, true, true, ""]);
  }));

test("AU-R21 the same person sees by the active organisation; the union view adds up per permission", async () => {
  const tree = await givenTree();
  const user = await givenUser(app);
  const store = await givenRole(app, { permissionCodes: [LIST, "clue:clue:export"], dataScope: "ORG" });
  const city = await givenRole(app, { permissionCodes: [LIST], dataScope: "ORG_TREE" });
  await givenMembership(app, { user, organization: tree.east, roles: [store], isPrimary: true });
  await givenMembership(app, { user, organization: tree.city, roles: [city], positionName: "代理城市经理" });
  const rightsIn = async (...ids: string[]) => {
    const { token } = await app.clientOf(user, ids);
    const info = (await app.call(userInfo, {}, { token })).data[0];
    return [await visible(token, tree), info?.permissionCodeList];
  };

  assert.deepEqual(await rightsIn(tree.east.id), [["east"], [LIST, "clue:clue:export"]]);
  assert.deepEqual(await rightsIn(tree.city.id), [["city", "east", "west"], [LIST]]);
  assert.deepEqual(await rightsIn(tree.east.id, tree.city.id), [
    ["city", "east", "west"],
    [LIST, "clue:clue:export"],
  ]);
});

test("AU-R22 without a role nothing is granted: no code, no page", async () => {
  const client = await app.clientOf(await givenMember(app), []);
  const { token } = await app.signIn({ permissions: [] });

  assert.deepEqual((await app.call(userInfo, {}, { token })).data[0]?.permissionCodeList, []);
  assert.deepEqual((await app.call(menuUserList, {}, { token })).data, []);
  assert.equal((await client.call(listUsers, { query: {} })).msgCode, "ORG_ENDED");
});

test("AU-R28 disabled roles and expired grants grant nothing, at once", async () => {
  const tree = await givenTree();
  const client = await workerAt(tree.city, { permissionCodes: [LIST], dataScope: "ORG" });
  const codeOf = async () => (await client.call(listUsers, { query: {} })).msgCode;
  assert.equal(await codeOf(), "");

  const setRole = (status: string) =>
    app.arrange(async (tx) => {
      await app.rows("update role set status = $2 where id = $1", [client.roles[0]?.id, status]);
      await bumpRights(tx, "everyone");
    });
  await setRole("DISABLED");
  assert.equal(await codeOf(), "COMMON_FORBIDDEN");
  await setRole("ENABLED");
  assert.equal(await codeOf(), "");

  await app.rows("update role_grant set valid_to = $2 where membership_id = $1", [
    client.membership.id,
    new Date(app.now().getTime() + 5_000),
  ]);
  await app.arrange((tx) => bumpRights(tx, [client.user.id]));
  assert.equal(await codeOf(), "");
  app.passTime(6);
  assert.equal(await codeOf(), "COMMON_FORBIDDEN");
});

test("PF-R32 a change of rights reaches the open page: the person is told", async () => {
  const { user } = await app.signIn();
  await app.arrange((tx) => bumpRights(tx, [user.id]));
  const told = await app.rows("select payload from live_event where user_id = $1", [user.id]);
  assert.deepEqual(told.at(-1), { payload: { type: "perm.changed" } });
});

test("PF-R4 the menu holds the granted pages with their groups; an administrator has all", async () => {
  const { token } = await app.signIn({ menuKeys: ["clue.ClueList", "rights.DownloadCenter", "clue", "nowhere"] });
  const tree = (await app.call(menuUserList, {}, { token })).data;

  assert.deepEqual(keys(tree), ["clue", "clue.ClueList", "rights", "rights.DownloadCenter"]);
  assert.deepEqual(tree[0]?.children[0], {
    key: "clue.ClueList",
    title: "线索列表",
    path: "/ClueManagement/ClueList",
    parentId: "clue",
    children: [],
    isHidden: false,
    component: "/ClueManagement/ClueList",
    keepAlive: true,
  });
  const admin = await app.signIn({ boolAdmin: true });
  const all = keys((await app.call(menuUserList, {}, { token: admin.token })).data);
  assert.ok(all.includes("authority.UserManagement") && all.length > 45, `${all.length} nodes`);
});

test("PF-R4 hidden pages are delivered as hidden, disabled ones and what lies below them not at all", async () => {
  const { token } = await app.signIn({
    menuKeys: ["clue.ClueList", "clue.PrimaryClue", "partner.list", "Lightning.Lock"],
  });
  await app.rows("update menu set is_hidden = true where key = 'clue.ClueList'");
  await app.rows("update menu set status = 'DISABLED' where key in ('clue.PrimaryClue', 'partner')");
  await app.rows("update menu set open_status = 'COMING' where key = 'order.OrderList'");
  const tree = (await app.call(menuUserList, {}, { token })).data;
  const { token: admin } = await app.signIn({ boolAdmin: true });
  const all = (await app.call(menuUserList, {}, { token: admin })).data;
  await app.rows("update menu set is_hidden = false, status = 'ENABLED', open_status = 'OPEN'");

  assert.deepEqual(keys(tree), ["clue", "clue.ClueList"]);
  assert.equal(tree[0]?.children[0]?.isHidden, true);
  const coming = all.find((node) => node.key === "order")?.children[0];
  assert.deepEqual([coming?.path, coming?.component], ["/OrderManage/OrderList", "/NotOpenYet"]);
});

function keys(nodes: readonly MenuNode[]): string[] {
  return nodes.flatMap((node) => [node.key, ...keys(node.children)]);
}
