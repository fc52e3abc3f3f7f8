import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Tx } from "@ops/platform/server";
import { addMembership, personMoved, personStopped } from "../../contract/index.ts";
import { onBehalfOf } from "../api-client/on-behalf-of.ts";
import { lookupPeople, peopleAt } from "../person/lookup.ts";
import { lookupPositions, requirePosition } from "../position/published.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";
import { changeAccount, closeAccount, type KeptAccount, openAccount, reopenAccount } from "./keep.ts";
import { findAccountByPhone, phonesOf } from "./look.ts";
import { addPost, endPost, setPostRoles } from "./posts.ts";

const app = testApp();
let made = 0;

const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);

async function givenPosition(code: string, roleIds: string[], orgTypes = "{STORE}") {
  await app.rows(
    `insert into position (id, created_at, created_by, updated_at, updated_by, code, name, org_types, default_role_ids)
     values ($1, now(), $1, now(), $1, $2, $2, $3, $4)`,
    [newId(), code, orgTypes, roleIds],
  );
}

/** Opens the account of somebody of an own store, as the store module does. */
async function givenStaff(store: GivenOrganization, positionCode: string, changes: Partial<KeptAccount> = {}) {
  const n = ++made;
  const account: KeptAccount = {
    userType: "STORE",
    name: `店员${n}`,
    phone: `1350000${String(n).padStart(4, "0")}`,
    staffNo: `RY${String(n).padStart(7, "0")}`,
    organizationId: store.id,
    positionCode,
    ...changes,
  };
  return { account, ...(await run((tx) => openAccount(tx, account))) };
}

const rolesAt = async (postId: string) =>
  (
    await app.rows<{ name: string }>(
      `select r.name from role_grant g join role r on r.id = g.role_id
       where g.membership_id = $1 and g.status = 'ACTIVE' order by r.name`,
      [postId],
    )
  ).map(({ name }) => name);
const rowOf = (userId: string) =>
  app.rows<Record<string, unknown>>(
    `select user_type as type, source, fence_org_id as fence, valid_until::text as until, status from app_user where id = $1`,
    [userId],
  );

test("AU-R11 openAccount: somebody of an own store has no end and no fence, and the roles of the position", async () => {
  const store = await givenOrganization(app);
  const role = await givenRole(app, { name: "销售" });
  await givenPosition("ADVISER", [role.id]);
  const { userId, postId, account } = await givenStaff(store, "ADVISER");
  assert.deepEqual(await rowOf(userId), [
    { type: "STORE", source: "STAFF", fence: null, until: null, status: "PENDING" },
  ]);
  assert.deepEqual(await rolesAt(postId), ["销售"]);
  await run((tx) => changeAccount(tx, userId, { validUntil: "2099-12-31" }));
  assert.partialDeepStrictEqual(await rowOf(userId), [{ until: "2099-12-31" }]);
  await run((tx) => closeAccount(tx, userId));
  await run((tx) => closeAccount(tx, userId)); // told twice
  const stopped = (await app.published(personStopped)).filter((told) => told.userId === userId);
  assert.deepEqual(
    stopped.map(({ how }) => how),
    ["LEFT"],
  );
  await app.rows("update app_user set source = 'MANUAL' where id = $1", [userId]); // as an account that existed before the store module
  const again = await run((tx) => reopenAccount(tx, userId, account));
  assert.deepEqual(await rolesAt(again), ["销售"]);
  assert.partialDeepStrictEqual(await rowOf(userId), [{ source: "STAFF", status: "PENDING", until: null }]);
  const outsider = { ...account, userType: "PARTNER" } as const;
  await assert.rejects(
    run((tx) => reopenAccount(tx, userId, outsider)),
    /stays of its type/,
  );
  const [dates, unknown] = [givenStaff(store, "NOBODY"), { msgCode: "COMMON_NOT_FOUND" }];
  await assert.rejects(dates, unknown);
});

test("AU-R58 openAccount: people of a carrier are fenced, end by date, and hold only roles for carriers that reach less than all", async () => {
  const carrier = await givenOrganization(app, { type: "CARRIER" });
  const role = await givenRole(app, { name: "承运", dataScope: "ORG_TREE" });
  const wide = await givenRole(app, { name: "全部", dataScope: "ALL" });
  await givenPosition("DISPATCHER", [], "{CARRIER}");
  const given = (roleIds: string[]) => givenStaff(carrier, "DISPATCHER", { userType: "CARRIER", roleIds });
  await assert.rejects(given([role.id]), { message: "角色「承运」不适用于所选组织" });
  await app.rows("update role set exclusive_org_types = '{CARRIER}' where id = any($1)", [[role.id, wide.id]]);
  await assert.rejects(given([wide.id]), { message: "外部人员不能授予全部数据范围" });
  const { userId, postId } = await given([role.id]);
  const [row] = await rowOf(userId);
  assert.partialDeepStrictEqual(row, { type: "CARRIER", fence: carrier.id });
  assert.ok(String(row?.["until"]) < "2099");
  assert.deepEqual(await rolesAt(postId), ["承运"]);
});

test("AU-R15 openAccount, addPost and setPostRoles give nobody more than whoever acts could give", async () => {
  const store = await givenOrganization(app);
  const [lent, foreign] = [
    await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ORG" }),
    await givenRole(app, { permissionCodes: ["authority:user:delete"], dataScope: "ORG" }),
  ];
  const codes = ["authority:user:list", "authority:grant:edit", addMembership.permission];
  const own = await givenRole(app, { permissionCodes: codes, dataScope: "ORG_TREE" });
  await app.rows("update role set grantable_role_ids = $1 where id = $2", [[lent.id, foreign.id], own.id]);
  const clerk = await givenUser(app);
  await givenMembership(app, { user: clerk, organization: store, roles: [own], isPrimary: true });
  await givenPosition("LENT", [lent.id]);
  await givenPosition("ABOVE", [foreign.id]);
  const asClerk = <T>(act: (tx: Tx) => Promise<T>) =>
    run(async (tx) => act(await onBehalfOf(tx, { createdBy: clerk.id, orderedIn: [store.id] }, addMembership)));
  const account = { userType: "STORE", organizationId: store.id } as const;
  const person = (n: number) => ({ name: `新人${n}`, phone: `1360000110${n}`, staffNo: `RY880000${n}` });
  const open = (n: number, positionCode: string) =>
    asClerk((tx) => openAccount(tx, { ...account, ...person(n), positionCode }));
  await assert.rejects(open(1, "ABOVE"), { msgCode: "GRANT_EXCEEDS" });
  const { userId, postId } = await open(2, "LENT");
  const post = { userId, organizationId: store.id };
  await assert.rejects(
    asClerk((tx) => addPost(tx, { ...post, positionCode: "ABOVE" })),
    { msgCode: "GRANT_EXCEEDS" },
  );
  await assert.rejects(
    asClerk((tx) => setPostRoles(tx, postId, [foreign.id])),
    { msgCode: "GRANT_EXCEEDS" },
  );
  await asClerk((tx) => setPostRoles(tx, postId, [lent.id]));
  await app.rows("update position set default_role_ids = $1 where code = 'LENT'", [[foreign.id]]);
  await assert.rejects(
    asClerk((tx) => setPostRoles(tx, postId, "POSITION")),
    { msgCode: "GRANT_EXCEEDS" },
  );
  await assert.rejects(
    asClerk((tx) => addPost(tx, { ...post, userId: clerk.id, positionCode: "LENT" })),
    { msgCode: "USER_SELF" },
  );
});

test("setPostRoles: in training the roles that the module names and no others, certified those of the position; what people gave stays", async () => {
  const store = await givenOrganization(app);
  const [work, trainee, extra] = [
    await givenRole(app, { name: "做事" }),
    await givenRole(app, { name: "学员" }),
    await givenRole(app, { name: "加的" }),
  ];
  await givenPosition("CERTIFIED", [work.id]);
  const { postId, userId } = await givenStaff(store, "CERTIFIED");
  const set = (roles: "POSITION" | string[]) => run((tx) => setPostRoles(tx, postId, roles));
  await set([trainee.id]);
  await set([trainee.id]); // told twice
  assert.deepEqual(await rolesAt(postId), ["学员"]);
  await app.rows("update position set default_role_ids = default_role_ids || $1::uuid where code = 'CERTIFIED'", [
    extra.id,
  ]);
  const given = newId();
  await app.rows(
    `insert into role_grant (id, created_at, created_by, updated_at, updated_by, membership_id, role_id, valid_from, granted_by)
     values ($1, now(), $1, now(), $1, $2, $3, now(), $1)`,
    [given, postId, extra.id],
  );
  await set("POSITION");
  await set("POSITION");
  assert.deepEqual(await rolesAt(postId), ["做事", "加的", "加的"].toSorted()); // by hand and by the position
  await set([trainee.id]);
  assert.deepEqual(await rolesAt(postId), ["学员"]);
  await run((tx) => endPost(tx, postId));
  await assert.rejects(set([]), { message: "任职已结束" });
  assert.deepEqual((await run((tx) => lookupPeople(tx, [userId]))).get(userId)?.orgId, null);
});

test("addPost and endPost: a person of the brand works in a store as well; the primary post follows and others hear of it", async () => {
  const [office, store] = [await givenOrganization(app, { type: "DEPT" }), await givenOrganization(app)];
  await givenPosition("GUEST", []);
  const user = await givenUser(app, { userName: "兼任者" });
  const main = await givenMembership(app, { user, organization: office, isPrimary: true, positionName: "总部职员" });
  const moves = async () => (await app.published(personMoved)).filter((told) => told.userId === user.id).length;
  const postId = await run((tx) =>
    addPost(tx, { userId: user.id, organizationId: store.id, positionCode: "GUEST", isPrimary: true }),
  );
  const look = async () => (await run((tx) => lookupPeople(tx, [user.id, newId()]))).get(user.id);
  assert.partialDeepStrictEqual(await look(), {
    name: "兼任者",
    userType: "INTERNAL",
    isUsable: true,
    isAdmin: false,
    orgId: store.id,
    positionCode: "GUEST",
  });
  assert.equal(await moves(), 1);
  const here = await run((tx) => peopleAt(tx, [store.id, office.id]));
  assert.deepEqual(
    new Map(here.map((at) => [at.postId, [at.id, at.orgId, at.positionCode, at.isPrimary]])),
    new Map([
      [postId, [user.id, store.id, "GUEST", true]],
      [main.id, [user.id, office.id, here.find((at) => at.postId === main.id)?.positionCode, false]],
    ]),
  );
  await run((tx) => endPost(tx, postId));
  await run((tx) => endPost(tx, postId)); // told twice
  assert.partialDeepStrictEqual(await look(), { orgId: office.id });
  assert.equal(await moves(), 2);
  await app.rows("update app_user set frozen_reason = '暂停' where id = $1", [user.id]);
  assert.equal((await look())?.isUsable, false);
  const boss = await givenUser(app, { boolAdmin: true });
  const reach = (userId: string) =>
    run((tx) => addPost(tx, { userId, organizationId: store.id, positionCode: "GUEST" }));
  await assert.rejects(reach(boss.id), /not somebody whose posts a module gives/);
  const stranger = await givenUser(app, { userType: "PARTNER", validUntil: "2099-01-01" });
  await assert.rejects(reach(stranger.id), /not somebody whose posts a module gives/);
});

test("requirePosition and lookupPositions: by code, enabled, and where they fit", async () => {
  await givenPosition("HERE", [], "{STORE,DELIVERY}");
  await givenPosition("GONE", []);
  await app.rows("update position set status = 'DISABLED' where code = 'GONE'");
  const ask = (code: string, orgType?: "STORE" | "CITY") =>
    run((tx) => requirePosition(tx, code, orgType ? { orgType } : {}));
  assert.equal((await ask("HERE", "STORE")).name, "HERE");
  await assert.rejects(ask("HERE", "CITY"), { message: "该职位不适用于所选组织" });
  await assert.rejects(ask("GONE"), { message: "该职位已停用" });
  await assert.rejects(ask("NONE"), { msgCode: "COMMON_NOT_FOUND" });
  const found = await run((tx) => lookupPositions(tx, ["HERE", "GONE", "NONE"]));
  assert.deepEqual([...found.keys()].toSorted(), ["GONE", "HERE"]);
});

test("accounts of others are found by their phone as nobody's record, and phones are told by id", async () => {
  const { id, mobilePhone, userName } = await givenUser(app, { userType: "INTERNAL" });
  assert.deepEqual(await run((tx) => findAccountByPhone(tx, mobilePhone)), {
    id,
    userName,
    userType: "INTERNAL",
    isKept: false,
  });
  assert.deepEqual([...(await run((tx) => phonesOf(tx, [id])))], [[id, mobilePhone]]);
});
