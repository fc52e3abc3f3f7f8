import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";

const app = testApp();
const unit = (name: string, parent?: GivenOrganization) =>
  givenOrganization(app, { type: "DEPT", name, ...(parent ? { parent } : {}) });

async function givenPerson(
  userName: string,
  organization: GivenOrganization,
  wishes: Partial<Parameters<typeof givenMembership>[1]> = {},
) {
  const user = await givenUser(app, { userName });
  await givenMembership(app, { user, organization, positionName: "普通岗", ...wishes });
  return user;
}

test("authority 2.3 candidates: thirty people in service on the line from the root, the nearest post first, each once", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const top = await unit("候选上级");
  const here = await unit("候选部", top);
  const ranked = async (name: string, rank: number) => {
    const { id } = await givenMembership(app, {
      user: await givenUser(app),
      organization: here,
      positionName: name,
      status: "ENDED",
    });
    await app.rows("update position set rank = $2 where id = (select position_id from membership where id = $1)", [
      id,
      rank,
    ]);
  };
  await ranked("高岗", 90);
  await ranked("低岗", 10);
  const both = await givenPerson("C两处", top, { positionName: "高岗" });
  await givenMembership(app, { user: both, organization: here, positionName: "低岗" });
  await givenPerson("B上级", top, { positionName: "高岗" });
  await givenPerson("A低", here, { positionName: "低岗" });
  const high = await givenPerson("D高", here, { positionName: "高岗" });
  await givenMembership(app, { user: high, organization: here, positionName: "低岗" });
  await givenPerson("E未到", here, { status: "FUTURE" });
  await givenPerson("F卸任", here, { status: "ENDED" });
  await givenPerson("G下级", await unit("候选下级", here));
  await givenPerson("H旁边", await unit("候选旁边", top));
  for (const [name, column] of [
    ["I停用", "status = 'DISABLED'"],
    ["J已删", "deleted_at = now()"],
  ] as const) {
    const { id } = await givenPerson(name, here);
    await app.rows(`update app_user set ${column} where id = $1`, [id]);
  }
  const found = async (keyword?: string) => {
    const query = keyword === undefined ? {} : { keyword };
    const { data } = await admin.call(contract.listLeaderCandidates, { params: { id: here.id }, query });
    return data.map(({ userName, post }) => `${userName} ${post}`);
  };
  assert.deepEqual(await found(), [
    "D高 候选部(高岗)",
    "A低 候选部(低岗)",
    "C两处 候选部(低岗)",
    "B上级 候选上级(高岗)",
  ]);
  assert.deepEqual(await found("两"), ["C两处 候选部(低岗)"]);
  assert.deepEqual(await found(high.staffNo), ["D高 候选部(高岗)"]);
  assert.deepEqual(await found(high.staffNo.slice(1)), []);
  assert.deepEqual(await found("_"), []);
  for (let n = 0; n < 27; n++) await givenPerson(`K${n}`, here);
  assert.equal((await found()).length, 30);
});

test("authority 2.3 whoever leads already stays, also after the post has ended; whoever is new is looked at, once", async () => {
  const dept = await unit("续任部");
  const [old, deputy, stranger] = [
    await givenPerson("旧负责", dept, { status: "ENDED" }),
    await givenPerson("旧副职", dept, { status: "ENDED" }),
    await givenPerson("外人", await unit("续任别处")),
  ];
  await app.rows("update organization set leader_user_id = $2, deputy_user_ids = $3 where id = $1", [
    dept.id,
    old.id,
    [deputy.id],
  ]);
  const form = { name: dept.name, shortName: null, regionCode: null, address: null, phone: null };
  const lead = async (
    by: Awaited<ReturnType<typeof app.signIn>>,
    leaderUserId: string,
    deputyUserIds: string[],
    sort: number,
  ) => {
    const body = { ...form, sort, leaderUserId, deputyUserIds, version: sort };
    return (await by.call(contract.editOrganization, { params: { id: dept.id }, body })).msg;
  };
  const admin = await app.signIn({ boolAdmin: true });
  assert.equal(await lead(admin, old.id, [deputy.id], 1), "");
  assert.equal(await lead(admin, deputy.id, [old.id], 2), "", "they may change places");
  const unfit = (name: string) => `${name}未在本组织或上级组织任职，不能设为负责人`;
  assert.equal(await lead(admin, deputy.id, [stranger.id], 3), unfit("外人"));
  const local = await app.signIn({ permissions: ["authority:org:edit"], scope: "ORG", organization: dept });
  assert.equal(await lead(local, stranger.id, [], 3), unfit("该用户"), "nobody learns a stranger's name");
});

test("authority 5.2 people of an organisation: rows with all that is shown, those below if asked, nobody deleted", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const here = await unit("人员部");
  const below = await unit("人员下级", here);
  const one = await givenPerson("甲人", here, { isPrimary: true, startDate: "2026-01-05" });
  await givenPerson("乙人", below);
  const gone = await givenPerson("删人", here);
  await app.rows("update app_user set deleted_at = now() where id = $1", [gone.id]);
  await givenPerson("来人", here, { status: "FUTURE" });
  await givenPerson("旁人", await unit("人员旁边"));
  const list = async (query: { withChildren?: string; keyword?: string }) =>
    (await admin.call(contract.listOrganizationMembers, { params: { id: here.id }, query })).data;
  const { list: rows, total } = await list({});
  assert.deepEqual(
    rows.map(({ id, ...row }) => ({ ...row, known: id.length > 0 })),
    [
      {
        userId: one.id,
        userName: "甲人",
        mobilePhone: `139****${one.mobilePhone.slice(-4)}`,
        staffNo: one.staffNo,
        userStatus: "ACTIVE",
        organizationName: "人员部",
        positionName: "普通岗",
        isPrimary: true,
        startDate: "2026-01-05",
        known: true,
      },
    ],
  );
  assert.equal(total, 1);
  const names = async (query: Parameters<typeof list>[0]) => (await list(query)).list.map(({ userName }) => userName);
  assert.deepEqual(await names({ withChildren: "1" }), ["甲人", "乙人"]);
  assert.deepEqual(await names({ withChildren: "1", keyword: "乙" }), ["乙人"]);
  assert.deepEqual(await names({ withChildren: "0" }), ["甲人"]);
});

test("authority 5.4 coverage: each kind of scope of a role apart, twenty names at most, custom places with or without what lies below", async () => {
  const region = await unit("覆区");
  const store = await unit("覆店", region);
  const [beside, elsewhere] = [await unit("覆旁", region), await unit("覆别处")];
  const codes = ["authority:user:list", "authority:role:list"];
  const custom = (name: string, orgId: string, withChildren: boolean) =>
    givenRole(app, { name, permissionCodes: codes, dataScope: "CUSTOM", customOrgs: [{ orgId, withChildren }] });
  const twofold = await givenRole(app, {
    name: "双重",
    permissionCodes: codes,
    dataScope: "ORG_TREE",
    scopeOverrides: { "authority:role:list": "ORG" },
  });
  await givenPerson("双重人", store, { roles: [twofold] });
  await givenPerson("区双重人", region, { roles: [twofold] });
  await givenPerson("旁双重人", beside, { roles: [twofold] });
  const many = await givenRole(app, { name: "众人", permissionCodes: codes, dataScope: "ORG" });
  for (let n = 10; n < 31; n++) await givenPerson(`众${n}`, store, { roles: [many] });
  const ways = [
    await custom("区连下级", region.id, true),
    await custom("区单独", region.id, false),
    await custom("店单独", store.id, false),
    await custom("别处连下级", elsewhere.id, true),
  ];
  const former = await givenPerson("前专员", elsewhere, { roles: ways });
  await givenMembership(app, { user: former, organization: region, status: "ENDED" });
  const reader = await app.signIn({ permissions: ["authority:org:list"], scope: "ORG_TREE", organization: region });
  const { data } = await reader.call(contract.listOrganizationCoverage, { params: { id: store.id } });
  const own = await app.rows<{ name: string }>(
    `select r.name from role r join role_grant g on g.role_id = r.id join membership m on m.id = g.membership_id
     where m.user_id = $1`,
    [reader.user.id],
  );
  const shown = data
    .filter(({ roleName }) => roleName !== own[0]?.name)
    .map(
      ({ roleName, dataScope, people, names }) =>
        `${roleName} ${dataScope} ${people} ${names.length} ${names.slice(0, 2)}`,
    );
  assert.deepEqual(shown.slice(0, 2), ["众人 ORG 21 20 众10,众11", "双重 ORG_TREE 2 2 区双重人,双重人"]);
  const single = ["区连下级 CUSTOM 1 0 ", "双重 ORG 1 1 双重人", "店单独 CUSTOM 1 0 "];
  assert.deepEqual(shown.slice(2).toSorted(), single.toSorted());
});
