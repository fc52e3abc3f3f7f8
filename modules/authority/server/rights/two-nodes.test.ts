import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { disableUser, listUsers, userInfo } from "../../contract/index.ts";
import { AuthorityTestApp, givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";
import { bumpRights } from "./bump.ts";

const app = testApp();
const other = new AuthorityTestApp([]);
before(() => other.start(app));
after(() => other.stop());

/** Asks every 20 ms until it is done and answers how long it took. */
async function millisUntil(isDone: () => Promise<boolean>): Promise<number> {
  const start = Date.now();
  while (!(await isDone())) {
    assert.ok(Date.now() - start < 5_000, "it never happened");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return Date.now() - start;
}

test("PF-R32 a withdrawn right is gone on every node within a second", async () => {
  const user = await givenUser(app);
  const organization = await givenOrganization(app);
  const role = await givenRole(app, { permissionCodes: ["authority:user:list"] });
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  const { token } = await app.clientOf(user, [organization.id]);
  const codeAt = async (node: AuthorityTestApp) => (await node.call(listUsers, { query: {} }, { token })).msgCode;
  assert.deepEqual([await codeAt(app), await codeAt(other)], ["", ""]);

  await app.arrange(async (tx) => {
    await bumpRights(tx, [user.id]);
    await app.rows("update role_grant set status = 'REVOKED' where role_id = $1", [role.id]);
  });

  assert.equal(await codeAt(app), "COMMON_FORBIDDEN");
  assert.ok((await millisUntil(async () => (await codeAt(other)) === "COMMON_FORBIDDEN")) < 1_000);
});

test("3.2 a disabled account is refused on every node within a second", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const target = await app.signIn();
  const statusAt = async (node: AuthorityTestApp) => (await node.call(userInfo, {}, { token: target.token })).status;
  assert.deepEqual([await statusAt(app), await statusAt(other)], [200, 200]);

  const params = { id: target.user.id };
  await admin.call(disableUser, { params, body: { reason: "离岗", version: target.user.version } });

  assert.equal(await statusAt(app), 401);
  assert.ok((await millisUntil(async () => (await statusAt(other)) === 401)) < 1_000);
});

test("3.2 even a node that hears no notification refuses after a second", async () => {
  const target = await app.signIn();
  const statusAt = async () => (await other.call(userInfo, {}, { token: target.token })).status;
  assert.equal(await statusAt(), 200);

  await app.rows("update app_user set status = 'DISABLED' where id = $1", [target.user.id]);

  assert.ok((await millisUntil(async () => (await statusAt()) === 401)) < 1_500);
});
