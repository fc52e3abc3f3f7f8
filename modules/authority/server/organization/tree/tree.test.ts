import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../../contract/index.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, type TestClient, testApp } from "../../testing.ts";

const app = testApp();

async function treeOf(client: TestClient, query: { parentId?: string; keyword?: string } = {}) {
  const { data } = await client.call(contract.organizationTree, { query });
  return data;
}

test("AU-R44 the tree counts people own and total, each once, and tells where it goes on", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const region = await givenOrganization(app, { type: "REGION", name: "江苏大区" });
  const city = await givenOrganization(app, { type: "CITY", parent: region, name: "苏州" });
  const store = await givenOrganization(app, { parent: city, name: "园区店" });
  const [both, one] = [await givenUser(app), await givenUser(app)];
  await givenMembership(app, { user: both, organization: store });
  await givenMembership(app, { user: both, organization: city });
  await givenMembership(app, { user: one, organization: region });
  await givenMembership(app, { user: await givenUser(app), organization: store, status: "ENDED" });

  const { nodes, complete } = await treeOf(admin);

  assert.equal(complete, true);
  const shown = new Map(nodes.map((node) => [node.id, [node.ownPeople, node.totalPeople, node.hasChildren]]));
  assert.deepEqual(shown.get(region.id), [1, 2, true]);
  assert.deepEqual(shown.get(city.id), [1, 1, true]);
  assert.deepEqual(shown.get(store.id), [1, 1, false]);
  const below = await treeOf(admin, { parentId: region.id });
  assert.deepEqual(
    below.nodes.map(({ id, parentId }) => [id, parentId]),
    [[city.id, region.id]],
  );
});

test("AU-R44 a search by name, code or pinyin answers what fits with everything above it", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const region = await givenOrganization(app, { type: "REGION", name: "西南大区" });
  const city = await givenOrganization(app, { type: "CITY", parent: region, name: "昆明" });
  await givenOrganization(app, { type: "CITY", parent: region, name: "贵阳" });
  const [row] = await app.rows<{ code: string }>("select code from organization where id = $1", [city.id]);

  await app.rows("update organization set short_name = '春城Spring' where id = $1", [city.id]);
  const gone = await givenOrganization(app, { type: "CITY", parent: region, name: "昆明旧" });
  await app.rows("update organization set deleted_at = now() where id = $1", [gone.id]);
  for (const keyword of ["昆明", row?.code.toLowerCase() ?? "", "km", "kunming", "春城", "spring", "SPRI"]) {
    const { nodes, complete } = await treeOf(admin, { keyword });
    assert.equal(complete, false);
    assert.deepEqual(
      nodes.map(({ name }) => name),
      ["集团总部", "西南大区", "昆明"],
    );
  }
  for (const keyword of ["没有这个", "constructor", "con structor", "liao".repeat(12)]) {
    const begun = performance.now();
    assert.deepEqual((await treeOf(admin, { keyword })).nodes, []);
    assert.ok(performance.now() - begun < 1_000, `a search for ${keyword} holds up all others`);
  }
});

test("authority 7 the scope of organisations is the node itself: what lies outside is neither seen nor counted", async () => {
  const region = await givenOrganization(app, { type: "REGION", name: "东北大区" });
  const city = await givenOrganization(app, { type: "CITY", parent: region, name: "沈阳" });
  await givenOrganization(app, { parent: city, name: "铁西店" });
  const permissions = ["authority:org:list", "authority:user:list"];
  const tree = await app.signIn({ permissions, scope: "ORG_TREE", organization: region });
  const own = await app.signIn({ permissions, scope: "ORG", organization: region });
  const self = await app.signIn({ permissions, scope: "SELF", organization: region });
  await givenMembership(app, { user: await givenUser(app), organization: city });

  assert.deepEqual(
    (await treeOf(tree)).nodes.map(({ name, parentId }) => [name, parentId]),
    [
      ["东北大区", null],
      ["沈阳", region.id],
      ["铁西店", city.id],
    ],
  );
  const [only, ...others] = (await treeOf(own)).nodes;
  assert.deepEqual([only?.name, only?.totalPeople, only?.hasChildren, others], ["东北大区", 3, false, []]);
  assert.deepEqual((await treeOf(self)).nodes, []);
  const params = { id: city.id };
  assert.equal((await own.call(contract.getOrganization, { params })).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await own.call(contract.listOrganizationMembers, { params, query: {} })).msgCode, "COMMON_NOT_FOUND");
  const below = { params: { id: region.id }, query: { withChildren: "1" } };
  assert.equal((await own.call(contract.listOrganizationMembers, below)).data.total, 3);
  assert.equal((await tree.call(contract.listOrganizationMembers, below)).data.total, 4);
});

test("authority 5.2 people of an organisation are found by part of the name or by a whole number, those in a post there", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [city, other] = [await givenOrganization(app, { type: "CITY" }), await givenOrganization(app)];
  const [one, two, left] = [
    await givenUser(app, { userName: "欧阳一" }),
    await givenUser(app, { userName: "欧阳二" }),
    await givenUser(app, { userName: "欧阳三" }),
  ];
  for (const user of [one, two]) await givenMembership(app, { user, organization: city });
  await givenMembership(app, {
    user: left,
    organization: city,
    status: "ENDED",
    startDate: "2024-01-01",
    endDate: "2025-01-02",
  });
  await givenMembership(app, { user: left, organization: other });
  const found = async (keyword?: string) => {
    const query = keyword === undefined ? {} : { keyword };
    const { data } = await admin.call(contract.listOrganizationMembers, { params: { id: city.id }, query });
    assert.equal(data.total, data.list.length);
    return data.list.map(({ userName }) => userName).toSorted();
  };
  assert.deepEqual(await found(), ["欧阳一", "欧阳二"].toSorted());
  assert.deepEqual(await found("阳二"), ["欧阳二"]);
  assert.deepEqual(await found("欧_"), []);
  assert.deepEqual(await found(one.mobilePhone), ["欧阳一"]);
  assert.deepEqual(await found(two.staffNo), ["欧阳二"]);
  assert.deepEqual(await found("欧阳三"), []);
});

test("AU-R44 up to 500 organisations come at once, above the tree opens level by level; a search answers 100", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const region = await givenOrganization(app, { type: "REGION", name: "大平原" });
  const give = (from: number, to: number) =>
    app.rows(
      `insert into organization (id, created_at, created_by, updated_at, updated_by, code, name, type, parent_id, path, level)
       select n.id, now(), n.id, now(), n.id, 'MANY' || n.i, '店' || n.i, 'STORE', $1, $2 || n.id || '/', 3
       from (select i, uuidv7() as id from generate_series($3::int, $4::int) as i) n`,
      [region.id, region.path, from, to],
    );
  const [count] = await app.rows<{ n: number }>("select count(*)::int as n from organization where deleted_at is null");
  const room = 500 - (count?.n ?? 0);
  await give(1, room);
  const all = await treeOf(admin);
  assert.deepEqual([all.complete, all.nodes.length], [true, 500]);
  await give(room + 1, 500);
  const { nodes, complete } = await treeOf(admin);
  assert.equal(complete, false);
  const plain = nodes.find(({ id }) => id === region.id);
  assert.deepEqual([plain?.hasChildren, plain?.totalPeople], [true, 0]);
  assert.ok(nodes.every(({ name }) => !name.startsWith("店")));
  assert.deepEqual([...new Set(nodes.map(({ parentId }) => parentId))], [null, nodes[0]?.id]);
  const below = await treeOf(admin, { parentId: region.id });
  assert.deepEqual([below.nodes.length, below.complete], [500, false]);
  const permissions = ["authority:org:list"];
  const near = await app.signIn({ permissions, scope: "ORG_TREE", organization: region });
  const seen = await treeOf(near);
  assert.deepEqual([seen.complete, seen.nodes.length, seen.nodes[0]?.id], [false, 501, region.id]);
  for (const keyword of ["店", "dian"]) {
    const found = (await treeOf(admin, { keyword })).nodes.filter(({ name }) => name.includes("店"));
    assert.equal(found.length, 100);
  }
});

test("authority 5.4 who sees an organisation's data is told by role, with the names that the reader may know", async () => {
  const region = await givenOrganization(app, { type: "REGION", name: "覆盖大区" });
  const store = await givenOrganization(app, { parent: region, name: "覆盖店" });
  const elsewhere = await givenOrganization(app, { type: "REGION", name: "旁边大区" });
  const codes = { permissionCodes: ["authority:user:list"] };
  const [tree, own, all, custom, empty] = [
    await givenRole(app, { ...codes, name: "看全区", dataScope: "ORG_TREE" }),
    await givenRole(app, { ...codes, name: "看本店", dataScope: "ORG" }),
    await givenRole(app, { ...codes, name: "看全国", dataScope: "ALL" }),
    await givenRole(app, {
      ...codes,
      name: "看专项",
      dataScope: "CUSTOM",
      customOrgs: [{ orgId: store.id, withChildren: false }],
    }),
    await givenRole(app, { name: "没有权限点", dataScope: "ALL" }),
  ];
  const person = async (userName: string, organization: { id: string }, role: { id: string }) => {
    const user = await givenUser(app, { userName });
    await givenMembership(app, { user, organization, roles: [role, empty] });
  };
  await person("区经理", region, tree);
  await person("别区经理", elsewhere, tree);
  await person("店员", store, own);
  await person("总部", elsewhere, all);
  await person("专员", elsewhere, custom);
  const permissions = ["authority:org:list"];
  const reader = await app.signIn({ permissions, scope: "ORG_TREE", organization: region, userName: "读者" });

  const { data } = await reader.call(contract.listOrganizationCoverage, { params: { id: store.id } });

  const shown = data.map(({ roleName, dataScope, people, names }) => [roleName, dataScope, people, names.join()]);
  assert.deepEqual(shown.filter(([name]) => String(name).startsWith("看")).sort(), [
    ["看专项", "CUSTOM", 1, ""],
    ["看全区", "ORG_TREE", 1, "区经理"],
    ["看全国", "ALL", 1, ""],
    ["看本店", "ORG", 1, "店员"],
  ]);
  assert.ok(data.every(({ roleName }) => roleName !== "没有权限点"));
});
