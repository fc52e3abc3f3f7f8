import assert from "node:assert/strict";
import { test } from "node:test";
import { wireTime } from "@ops/platform/contract";
import { getRoleUsage, listRoles, listSessions, listUsers } from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenUser, testApp } from "../testing.ts";
import { givenDraftRole } from "./testing.ts";

const app = testApp();
const page = "authority.UserManagement";
const [list, detail, edit] = ["authority:user:list", "authority:user:view", "authority:user:edit"];
const sessions = "authority:session:list";
const administrator = () => app.signIn({ boolAdmin: true });

async function givenHeld() {
  const admin = await administrator();
  const codes = [list, detail, edit, sessions];
  const role = await givenDraftRole(admin, { permissionCodes: codes, menuKeys: [page], dataScope: "ORG" });
  const user = await givenUser(app);
  const organization = await givenOrganization(app);
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  return { admin, role, holder: await app.clientOf(user, [organization.id]) };
}

test("AU-R36 the last use of each code by members of the role, and the codes that nobody used for 90 days", async () => {
  const { admin, role, holder } = await givenHeld();
  const params = { id: role.id };
  await app.rows("update api_interface set first_seen_at = now() - interval '200 days'");
  await holder.call(listSessions, {});
  await (await givenHeld()).holder.call(listUsers, {}); // a member of another role
  await app.authority.flushUsage();

  const { data } = await admin.call(getRoleUsage, { params });
  assert.deepEqual(
    data.codes.map(({ code }) => code),
    [sessions],
  );
  assert.deepEqual([data.days, data.idle], [90, [detail, edit, list].toSorted()]);
  const listed = await admin.call(listRoles, { query: { keyword: role.name } });
  assert.equal(listed.data.list[0]?.idleCount, 3);

  app.passTime(91 * 86_400);
  const later = await admin.call(getRoleUsage, { params: { id: role.id } });
  assert.equal(later.success, false); // the session has ended as well
  const again = await administrator();
  assert.equal((await again.call(getRoleUsage, { params })).data.idle?.length, 4);
});

test("AU-R36 what a used code requires is not idle, nor is what is younger; a refused call is no use; no member, no answer", async () => {
  const { admin, role, holder } = await givenHeld();
  await app.rows("update api_interface set first_seen_at = now() - interval '200 days'");
  await app.rows("update api_interface set first_seen_at = $2 where permission_code = $1", [sessions, app.now()]);
  await app.rows("insert into permission_use values ($1, $2, $3)", [edit, holder.user.id, app.now()]);
  const usageOf = async (id: string) => (await admin.call(getRoleUsage, { params: { id } })).data;

  assert.deepEqual((await usageOf(role.id)).idle, [detail]);
  const stranger = await app.signIn({ permissions: [] });
  await stranger.call(listUsers, {});
  await app.authority.flushUsage();
  const used = await app.rows("select 1 from permission_use where user_id = $1", [stranger.user.id]);
  assert.equal(used.length, 0);
  const free = await givenDraftRole(admin, { permissionCodes: [list], menuKeys: [page] });
  assert.deepEqual([(await usageOf(free.id)).idle, free.idleCount], [null, null]);
});

test("AU-R36 a use or a call counts for 90 days, the last of them included; what others used does not", () =>
  app.holdTime(async () => {
    const { admin, role, holder } = await givenHeld();
    const other = await givenHeld();
    const ago = (days: number, ms = 0) => new Date(app.now().getTime() - days * 86_400_000 - ms);
    const use = (code: string, userId: string, at: Date) =>
      app.rows("insert into permission_use values ($1, $2, $3)", [code, userId, at]);
    await app.rows("update api_interface set first_seen_at = $1", [ago(200)]);
    await use(detail, holder.user.id, ago(90));
    await use(edit, holder.user.id, ago(90, 1));
    await use(sessions, other.holder.user.id, ago(1));
    const usage = async () => (await admin.call(getRoleUsage, { params: { id: role.id } })).data;
    const first = await usage();
    assert.deepEqual(first.codes, [{ code: detail, lastUsedAt: wireTime(ago(90)) }]);
    assert.deepEqual(first.idle, [sessions, edit].toSorted());
    await app.rows("update api_interface set first_seen_at = $2 where permission_code = $1", [sessions, ago(90)]);
    assert.deepEqual((await usage()).idle, [edit]);
    await app.rows("update api_interface set first_seen_at = $2 where permission_code = $1", [sessions, ago(90, 1)]);
    assert.deepEqual((await usage()).idle, [sessions, edit].toSorted());
    const listed = await admin.call(listRoles, { query: { keyword: role.name } });
    assert.equal(listed.data.list[0]?.idleCount, 2);
    await app.rows("update role_grant set status = 'REVOKED' where role_id = $1", [role.id]);
    assert.deepEqual(await usage(), { days: 90, codes: [], idle: null });
  }));
