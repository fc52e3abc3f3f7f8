import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, nextDay, startOfDay } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { compareUsers, getEffectiveRights } from "../../contract/index.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type RoleWishes,
  testApp,
} from "../testing.ts";

const app = testApp();
const LIST = "authority:user:list";
const administrator = () => app.signIn({ boolAdmin: true });

/** A city over a store, and a store elsewhere. */
async function givenTree() {
  const city = await givenOrganization(app, { type: "CITY", name: `市${newId().slice(-6)}` });
  const store = await givenOrganization(app, { parent: city, name: `店${newId().slice(-6)}` });
  const gone = await givenOrganization(app, { parent: city });
  await app.rows("update organization set deleted_at = now() where id = $1", [gone.id]);
  return { city, store, far: await givenOrganization(app, { name: `远${newId().slice(-6)}` }) };
}

test("AU-R24 a scope in words: every part once, none that lies below another, and the number of organisations", async () => {
  const admin = await administrator();
  const { city, store, far } = await givenTree();
  const told = async (at: GivenOrganization, ...roles: RoleWishes[]) => {
    const user = await givenUser(app);
    const given = [];
    for (const role of roles) given.push(await givenRole(app, { permissionCodes: [LIST], ...role }));
    await givenMembership(app, { user, organization: at, roles: given, isPrimary: true });
    const { data } = await admin.call(getEffectiveRights, { params: { id: user.id }, query: {} });
    const [line] = data.codes;
    assert.ok(line);
    const names = { [city.name]: "市", [store.name]: "店", [far.name]: "远" };
    const words = Object.entries(names).reduce((text, [name, short]) => text.replaceAll(name, short), line.scope.words);
    return [words.split("、").toSorted().join("、"), line.scope.organizationCount];
  };
  const custom = (place: GivenOrganization, withChildren: boolean): RoleWishes => ({
    dataScope: "CUSTOM",
    customOrgs: [{ orgId: place.id, withChildren }],
  });
  const [org, tree, self, all] = [...(["ORG", "ORG_TREE", "SELF", "ALL"] as const).map((dataScope) => ({ dataScope }))];
  assert.ok(org && tree && self && all);
  const [row] = await app.rows<{ n: number }>("select count(*)::int as n from organization where deleted_at is null");
  assert.deepEqual(await told(city, org), ["市", 1]);
  assert.deepEqual(await told(city, tree), ["市及下级", 2]);
  assert.deepEqual(await told(city, org, tree), ["市及下级", 2]);
  assert.deepEqual(await told(city, tree, tree), ["市及下级", 2]);
  assert.deepEqual(await told(store, org, custom(city, true)), ["市及下级", 2]);
  assert.deepEqual(await told(store, tree, custom(city, true)), ["市及下级", 2]);
  assert.deepEqual(await told(store, tree, custom(city, false)), ["市、店及下级", 2]);
  assert.deepEqual(await told(city, tree, custom(store, false)), ["市及下级、店", 2]);
  assert.deepEqual(await told(city, tree, custom(far, true)), ["市及下级、远及下级", 3]);
  assert.deepEqual(await told(city, org, custom(far, false)), ["市、远", 2]);
  assert.deepEqual(await told(city, self), ["本人数据", 0]);
  assert.deepEqual(await told(city, self, org), ["市、本人数据", 1]);
  assert.deepEqual(await told(city, all, org), ["全部数据", row?.n]);
  assert.deepEqual(await told(city, { dataScope: "CUSTOM" }), ["无", 0]);
  assert.deepEqual(await told(city, { dataScope: "ALL", scopeOverrides: { [LIST]: "ORG" } }), ["市", 1]);
});

test("AU-R58 to an outsider everything is the own company, in words too", async () => {
  const admin = await administrator();
  const company = await givenOrganization(app, { type: "PARTNER" });
  await givenOrganization(app, { parent: company });
  const user = await givenUser(app, { userType: "PARTNER", validUntil: "2099-01-01" });
  const role = await givenRole(app, { permissionCodes: [LIST], dataScope: "ALL" });
  await givenMembership(app, { user, organization: company, roles: [role], isPrimary: true });
  const { data } = await admin.call(getEffectiveRights, { params: { id: user.id }, query: {} });
  assert.deepEqual(data.codes[0]?.scope, { words: "本公司及下级", organizationCount: 2 });
});

test("AU-R24 codes of earlier releases, calls out of service and what asks for no code are told as they are", async () => {
  const admin = await administrator();
  const user = await givenUser(app);
  const role = await givenRole(app, { permissionCodes: [LIST, "old:thing:list"], menuKeys: ["clue"] });
  await givenMembership(app, { user, organization: await givenOrganization(app), roles: [role], isPrimary: true });
  await app.rows("update api_interface set status = 'REMOVED' where path = '/user/v1/users/idle'");
  const rights = async (id: string) => (await admin.call(getEffectiveRights, { params: { id }, query: {} })).data;
  const { codes, interfaces, fields, pages, sources } = await rights(user.id);
  const all = await rights(admin.user.id);
  await app.rows("update api_interface set status = 'ENABLED' where path = '/user/v1/users/idle'");
  const [source] = sources;
  assert.partialDeepStrictEqual(
    codes.find(({ code }) => code === "old:thing:list"),
    { name: "old:thing:list", module: "old", risk: "LOW", sourceIds: [source?.id], hasOther: false },
  );
  assert.deepEqual(pages, [], "a group alone opens nothing");
  const paths = interfaces.map(({ path, code, use }) => [path, code, use]);
  assert.ok(paths.length > 0 && paths.every(([, code, use]) => code === LIST && use === "CALLABLE"));
  assert.ok(!paths.some(([path]) => path === "/user/v1/users/idle"));
  const order = all.interfaces.map(({ path, method }) => `${path} ${method}`);
  assert.deepEqual(order, order.toSorted());
  assert.ok(all.interfaces.every(({ code, use }) => code.includes(":") && use === "CALLABLE"));
  assert.ok(!all.interfaces.some(({ path }) => path === "/user/v1/users/idle"));
  assert.deepEqual(
    fields.map(({ key, mode, sourceIds }) => [key, mode, sourceIds]),
    ["mobilePhone", "staffNo", "email", "validUntil", "remark"].map((key) => [`user.${key}`, "EDIT", [source?.id]]),
  );
  const ofPeople = all.fields.filter(({ key }) => key.startsWith("user.")); // other modules may be loaded beside
  assert.deepEqual(
    ofPeople.map(({ key, mode }) => [key, mode]),
    fields.map(({ key }) => [key, "EDIT"]),
  );
  await app.rows("update role set permission_codes = '{old:thing:list}' where id = $1", [role.id]);
  assert.deepEqual((await rights(user.id)).fields, [], "fields of what one does not read");
  assert.deepEqual([all.posts, all.otherPosts, all.sources, all.otherSources], [[], 0, [], 0]);
});

/** What has to be true of a membership, its grant or its role for a right to have been there at the end of a day. */
test("AU-R24 权限对比 asks of the past what was in force at the end of that day, to the moment", () =>
  app.holdTime(async () => {
    const admin = await administrator();
    const ago = (days: number) => new Date(app.now().getTime() - days * 86_400_000);
    const day = dayOf(ago(5));
    const last = new Date(startOfDay(nextDay(day)).getTime() - 1);
    const after = new Date(last.getTime() + 1);
    const had = async (table: "membership" | "role_grant" | "role" | "organization", set: string, value: unknown) => {
      const organization = await givenOrganization(app);
      const user = await givenUser(app);
      const role = await givenRole(app, { permissionCodes: [LIST], dataScope: "ORG" });
      const { id } = await givenMembership(app, { user, organization, roles: [role], startDate: dayOf(ago(40)) });
      await app.rows("update membership set created_at = $2 where id = $1", [id, ago(40)]);
      await app.rows("update role_grant set created_at = $2, valid_from = $2 where membership_id = $1", [id, ago(40)]);
      const where = { membership: id, role_grant: id, role: role.id, organization: organization.id }[table];
      const column = table === "role_grant" ? "membership_id" : "id";
      await app.rows(`update ${table} set ${set} where ${column} = $1`, [where, value]);
      const { data } = await admin.call(compareUsers, { query: { a: user.id, aOn: day } });
      assert.equal(data.a.on, day);
      return `${data.a.posts.length} ${data.codes.filter(({ a }) => a !== null).length}`;
    };
    assert.equal(await had("membership", "created_at = $2", last), "1 1");
    assert.equal(await had("membership", "created_at = $2", after), "0 0");
    assert.equal(await had("membership", "start_date = $2", day), "1 1");
    assert.equal(await had("membership", "start_date = $2", nextDay(day)), "0 0");
    assert.equal(await had("membership", "end_date = $2", day), "1 1");
    assert.equal(await had("membership", "end_date = $2", dayOf(ago(6))), "0 0");
    const ended = "status = 'ENDED', end_date = start_date, updated_at = $2";
    assert.equal(await had("membership", ended, after), "1 1");
    assert.equal(await had("membership", ended, last), "0 0");
    assert.equal(await had("organization", "status = $2", "DISABLED"), "0 0");
    assert.equal(await had("organization", "deleted_at = $2", app.now()), "0 0");
    assert.equal(await had("role_grant", "created_at = $2", last), "1 1");
    assert.equal(await had("role_grant", "created_at = $2", after), "1 0");
    assert.equal(await had("role_grant", "valid_from = $2", last), "1 1");
    assert.equal(await had("role_grant", "valid_from = $2", after), "1 0");
    assert.equal(await had("role_grant", "valid_to = $2", after), "1 1");
    assert.equal(await had("role_grant", "valid_to = $2", last), "1 0");
    assert.equal(await had("role_grant", "status = 'REVOKED', updated_at = $2", after), "1 1");
    assert.equal(await had("role_grant", "status = 'REVOKED', updated_at = $2", last), "1 0");
    assert.equal(await had("role", "status = $2", "DISABLED"), "1 0");
    assert.equal(await had("role", "deleted_at = $2", after), "1 1");
    assert.equal(await had("role", "deleted_at = $2", last), "1 0");
  }));

test("AU-R24 权限对比 takes the version of the role that stood at the end of the day; today is now", () =>
  app.holdTime(async () => {
    const admin = await administrator();
    const ago = (days: number) => new Date(app.now().getTime() - days * 86_400_000);
    const day = dayOf(ago(5));
    const last = new Date(startOfDay(nextDay(day)).getTime() - 1);
    const user = await givenUser(app);
    const [role, other] = [await givenRole(app, { permissionCodes: [LIST] }), await givenRole(app)];
    const organization = await givenOrganization(app);
    const { id } = await givenMembership(app, { user, organization, roles: [role], startDate: dayOf(ago(40)) });
    await app.rows("update membership set created_at = $2 where id = $1", [id, ago(40)]);
    await app.rows("update role_grant set created_at = $2, valid_from = $2 where membership_id = $1", [id, ago(40)]);
    const keep = (roleId: string, version: number, code: string, at: Date) =>
      app.rows(
        `insert into role_version (id, role_id, version, snapshot, note, editor_id, created_at)
         values ($1, $2, $3, $4, '', $1, $5)`,
        [newId(), roleId, version, JSON.stringify({ permissionCodes: [code] }), at],
      );
    await keep(role.id, 1, "first:version:list", ago(39));
    await keep(role.id, 2, "second:version:list", last);
    await keep(role.id, 3, "third:version:list", new Date(last.getTime() + 1));
    await keep(other.id, 9, "other:role:list", ago(39));
    await app.rows("update role_grant set valid_to = $2 where membership_id = $1", [id, ago(-0.0001)]);
    const compared = async (aOn: string, bOn?: string) => {
      const query = { a: user.id, aOn, ...(bOn ? { bOn } : {}) };
      const { a, b, codes } = (await admin.call(compareUsers, { query })).data;
      return [a.on, b.on, ...codes.map((one) => `${one.code} ${one.a !== null} ${one.b !== null} ${one.risk}`)];
    };
    assert.deepEqual(await compared(day), [day, null, `${LIST} false true LOW`, "second:version:list true false LOW"]);
    const today = dayOf(app.now());
    assert.deepEqual(await compared(dayOf(ago(30)), today), [
      dayOf(ago(30)),
      today,
      `${LIST} false true LOW`,
      "first:version:list true false LOW",
    ]);
  }));
