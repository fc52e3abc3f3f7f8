import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";

const app = testApp();

test("PF-R85 past the end a page of members or versions is empty and its total the same; the 10,000th row is the last", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const role = await givenRole(app);
  const organization = await givenOrganization(app);
  await givenMembership(app, { user: await givenUser(app), organization, roles: [role], isPrimary: true });
  const params = { id: role.id };

  const { data } = await admin.call(contract.listRoleMembers, { params, query: { pageNo: 3 } });
  assert.deepEqual([data.list, data.total, data.totalKind], [[], 1, "exact"]);
  const far = { pageNo: 101, pageSize: 100 };
  for (const endpoint of [contract.listRoleMembers, contract.listRoleVersions]) {
    assert.equal((await admin.call(endpoint, { params, query: far })).msgCode, "COMMON_TOO_MANY_ROWS");
  }
  const members = await admin.call(contract.listOrganizationMembers, {
    params: { id: organization.id },
    query: far,
  });
  assert.equal(members.msgCode, "COMMON_TOO_MANY_ROWS");
});
