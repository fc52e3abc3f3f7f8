import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import { givenMembership, givenOrganization, givenRole, givenUser } from "../../testing.ts";
import { importingUsers } from "./testing.ts";

const { app, problems, run, row, codeOf, positionCode: positionCodeOf } = importingUsers();
const permissions = ["authority:user:create", "authority:user:edit", "authority:grant:edit"];
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));

test("AU-R3 an import does not change the validity of an account above the own, and says so at its check", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const above = await givenRole(app, { permissionCodes: ["authority:role:list"], dataScope: "ORG" });
  const [high, low] = [await givenUser(app), await givenUser(app)];
  await givenMembership(app, { user: high, organization, roles: [above], isPrimary: true });
  await givenMembership(app, { user: low, organization, isPrimary: true });
  const positionCode = await positionCodeOf("店长");
  const organizationCode = await codeOf("organization", organization);
  const rows = [high, low].map(({ userName, mobilePhone }) => {
    return row({ userName, mobilePhone, userType: "内部员工", organizationCode, positionCode, validUntil: dayIn(3) });
  });
  assert.deepEqual(await problems(client, rows, ["overwrite"]), ["2 无权操作权限高于自己的账号"]);
  const { task } = await run(client, rows, ["overwrite"]);
  assert.partialDeepStrictEqual(task, { successCount: 1, failCount: 1 });
  const days = await app.rows<{ id: string; until: string | null }>(
    "select id, valid_until::text as until from app_user where id = any($1::uuid[])",
    [[high.id, low.id]],
  );
  assert.deepEqual(
    new Map(days.map(({ id, until }) => [id, until])),
    new Map([
      [high.id, null],
      [low.id, dayIn(3)],
    ]),
  );
});

test("PF-R97 a file with a role that one may not give leaves one row as 越权尝试 at its check", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const role = await givenRole(app, { permissionCodes: ["authority:role:list"], dataScope: "ORG" });
  const roleCodes = await codeOf("role", role);
  const positionCode = await positionCodeOf("店长");
  const organizationCode = await codeOf("organization", organization);
  const rows = ["13800007701", "13800007702"].map((mobilePhone) => {
    return row({ userName: "新人", mobilePhone, userType: "内部员工", organizationCode, positionCode, roleCodes });
  });
  const problem = `角色${roleCodes}不在您的可授予范围内`;
  assert.deepEqual(await problems(client, rows), [`2 ${problem}`, `3 ${problem}`]);
  const attempts = await app.rows<{ reason: string }>(
    "select reason from audit_log where actor_id = $1 and result = 'REFUSED' and summary = '越权尝试'",
    [client.user.id],
  );
  assert.deepEqual(attempts, [{ reason: problem }]);
});
