import assert from "node:assert/strict";
import { test } from "node:test";
import type { BodyInputOf } from "@ops/platform/contract";
import { type createApiClient, editApiClient, getApiClient, listRoles, listUsers } from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, type TestClient, testApp } from "../testing.ts";
import { givenClient, interfaceIdOf } from "./testing.ts";

const app = testApp();
const permissions = ["authority:apiClient:list", "authority:apiClient:edit", "authority:user:list"];
const refused = ["GRANT_EXCEEDS", "您不能授予超出自身权限的接口：角色列表"];

async function givenPlace() {
  const home = await givenOrganization(app, { type: "DEPT" });
  const owner = await givenUser(app);
  await givenMembership(app, { user: owner, organization: home, isPrimary: true });
  const operator = await app.signIn({ permissions, scope: "ORG_TREE", organization: home });
  return { home, operator, mine: { ownerOrgId: home.id, ownerUserId: owner.id } };
}

type Body = BodyInputOf<typeof createApiClient>;

async function edit(client: TestClient, id: string, body: Body) {
  const version = (await client.call(getApiClient, { params: { id } })).data.version;
  const { msgCode, msg } = await client.call(editApiClient, { params: { id }, body: { ...body, version } });
  return [msgCode, msg];
}

test("AU-R16 AU-R53 nobody takes interfaces from a program that holds more than he does, or shortens its days", async () => {
  const { home, operator, mine } = await givenPlace();
  const admin = await app.signIn({ boolAdmin: true });
  const { id, body } = await givenClient(app, admin, [listUsers, listRoles], mine);
  const less: Body = { ...body, interfaceIds: [await interfaceIdOf(app, listUsers)] };
  assert.deepEqual(await edit(operator, id, less), refused);
  assert.deepEqual(await edit(operator, id, { ...less, validUntil: "2099-01-01" }), refused);
  const { data } = await admin.call(getApiClient, { params: { id } });
  assert.deepEqual([data.interfaces.length, data.validUntil], [2, null]);

  const far = await givenOrganization(app);
  const lender = await givenUser(app, { userType: "SERVICE", status: "PENDING" });
  const role = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ORG" });
  await givenMembership(app, { user: lender, organization: home, isPrimary: true });
  await givenMembership(app, { user: lender, organization: far, roles: [role] });
  const lent = await givenClient(app, admin, [listUsers], { ...mine, actAsUserId: lender.id });
  const own = await edit(operator, lent.id, { ...lent.body, actAsUserId: null });
  assert.deepEqual(own, ["GRANT_EXCEEDS", "您不能授予超出自身权限的接口：用户列表"]);

  assert.deepEqual(await edit(admin, id, less), ["", ""]);
  assert.deepEqual(await edit(operator, id, { ...less, validUntil: "2099-01-01" }), ["", ""], "now within his own");
});

test("AU-R53 a program whose owner, lender or interface is gone is put right by whoever could have made it", async () => {
  const { home, operator, mine } = await givenPlace();
  const admin = await app.signIn({ boolAdmin: true });
  const lender = await givenUser(app, { userType: "SERVICE", status: "PENDING" });
  await givenMembership(app, { user: lender, organization: home, isPrimary: true });
  const wishes = { ...mine, actAsUserId: lender.id };
  const { id, body } = await givenClient(app, admin, [listUsers], wishes);
  await app.rows("update app_user set status = 'DISABLED' where id = any($1::uuid[])", [[mine.ownerUserId, lender.id]]);
  await app.rows("update api_client set interface_ids = interface_ids || gen_random_uuid() where id = $1", [id]);
  const mended: Body = { ...body, ownerUserId: operator.user.id, actAsUserId: null };
  assert.deepEqual(await edit(operator, id, mended), ["", ""]);
});
