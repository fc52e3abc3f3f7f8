import assert from "node:assert/strict";
import { test } from "node:test";
import { listRecordLogs } from "@ops/platform/contract";
import { editUser, getUser, listPermissions, listUsers, type RoleDraft, userInfo } from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenUser, testApp } from "../testing.ts";
import { givenDraftRole, previewed, saved, tried } from "./testing.ts";

const app = testApp();
const ticked = {
  permissionCodes: ["authority:user:list", "authority:user:view", "authority:user:edit"],
  menuKeys: ["authority.UserManagement"],
  dataScope: "ALL" as const,
};
const administrator = () => app.signIn({ boolAdmin: true });

async function holderOf(...roles: { id: string }[]) {
  const user = await givenUser(app);
  const organization = await givenOrganization(app);
  await givenMembership(app, { user, organization, roles, isPrimary: true });
  return app.clientOf(user, [organization.id]);
}

async function givenRuled(fieldRules: RoleDraft["fieldRules"]) {
  const admin = await administrator();
  const role = await givenDraftRole(admin, { ...ticked, fieldRules });
  const person = await givenUser(app);
  await app.rows("update app_user set email = 'wang@example.com', remark = '老员工' where id = $1", [person.id]);
  const params = { id: person.id };
  return { admin, role, person, params, holder: await holderOf(role) };
}

test("AU-R20 lists and details show masked and hidden fields so; a role without the rule opens them again", async () => {
  const rules = { "user.remark": "MASK", "user.staffNo": "HIDE", "user.mobilePhone": "HIDE" } as const;
  const { admin, role, person, params, holder } = await givenRuled(rules);

  const detail = (await holder.call(getUser, { params })).data;
  assert.deepEqual([detail.remark, detail.staffNo, detail.mobilePhone], ["老***", null, ""]);
  assert.equal(detail.email, "wa***@example.com"); // masked for everybody
  const listed = (await holder.call(listUsers, { query: { keyword: person.userName } })).data.list[0];
  assert.deepEqual([listed?.remark, listed?.staffNo, listed?.mobilePhone], ["老***", null, ""]);
  const [info] = (await holder.call(userInfo, {})).data;
  assert.deepEqual(info?.fieldModes, rules);

  const open = await givenDraftRole(admin, ticked);
  const both = await holderOf(role, open);
  assert.equal((await both.call(getUser, { params })).data.remark, "老员工");
  // does not count, because it does not show users
  const elsewhere = await givenDraftRole(admin, { menuKeys: ["clue.ClueList"] });
  const other = await holderOf(role, elsewhere);
  assert.equal((await other.call(getUser, { params })).data.remark, "老***");
  await saved(admin, role.id, { fieldRules: {} });
  assert.equal((await holder.call(getUser, { params })).data.staffNo, person.staffNo);
});

test("AU-R20 a field that is not open for editing is refused with its name, and stays as it is when left out", async () => {
  const { person, params, holder } = await givenRuled({ "user.remark": "READ", "user.email": "HIDE" });
  const { userName, version } = (await holder.call(getUser, { params })).data;

  const body = { userName, staffNo: person.staffNo, version };
  const refused = await holder.call(editUser, { params, body: { ...body, remark: "改写" } });
  assert.deepEqual([refused.msgCode, refused.msg], ["COMMON_FORBIDDEN", "您没有修改「备注」的权限"]);
  const emptied = await holder.call(editUser, { params, body: { ...body, email: null } });
  assert.equal(emptied.msg, "您没有修改「邮箱」的权限");
  const edited = await holder.call(editUser, { params, body: { ...body, userName: "新名" } });
  assert.deepEqual([edited.msg, edited.data.userName, edited.data.email], ["", "新名", null]);
  const [row] = await app.rows("select email, remark from app_user where id = $1", [person.id]);
  assert.deepEqual(row, { email: "wang@example.com", remark: "老员工" });
  const stale = await holder.call(editUser, { params, body: { ...body, userName: "又改" } });
  assert.equal(stale.msgCode, "COMMON_VERSION_CONFLICT");
  assert.partialDeepStrictEqual(stale.data, { email: null, remark: "老员工" });
});

test("AU-R20 the log of a record hides what the record hides", async () => {
  const { admin, params, holder } = await givenRuled({ "user.remark": "HIDE" });
  const { userName, version } = (await admin.call(getUser, { params })).data;
  await admin.call(editUser, { params, body: { userName, remark: "秘密", version } });
  const logs = async (client: typeof holder) => {
    const input = { params: { bizType: "appUser", bizId: params.id }, query: {} };
    return (await client.call(listRecordLogs, input)).data.list[0]?.diffs.map(({ before, after }) => [before, after]);
  };
  assert.deepEqual(await logs(admin), [["老员工", "秘密"]]);
  assert.deepEqual(await logs(holder), [["******", "******"]]);
});

test("AU-R20 a closed field is not found out by filter, order, search or the number in the log", async () => {
  const { admin, params, person, holder } = await givenRuled({ "user.staffNo": "HIDE", "user.validUntil": "MASK" });
  const staffNo = `Q${person.mobilePhone.slice(1)}`;
  const { userName, version } = (await admin.call(getUser, { params })).data;
  await admin.call(editUser, { params, body: { userName, staffNo, validUntil: "2099-12-31", version } });
  const total = async (client: typeof holder, keyword: string) =>
    (await client.call(listUsers, { query: { keyword } })).data.total;
  assert.deepEqual([await total(admin, staffNo), await total(holder, staffNo)], [1, 0]);
  assert.equal(await total(holder, person.mobilePhone), 1, "an open one is found as before");

  const closed = "您没有查看「有效期至」的权限，不能按其筛选或排序";
  for (const query of [{ sortBy: "validUntil" }, { validUntil: "2099-12-01,2099-12-31" }] as const) {
    assert.equal((await admin.call(listUsers, { query })).success, true);
    const refused = await holder.call(listUsers, { query });
    assert.deepEqual([refused.msgCode, refused.msg], ["COMMON_FORBIDDEN", closed]);
  }

  const numbers = async (client: typeof holder) => {
    const input = { params: { bizType: "appUser", bizId: params.id }, query: {} };
    return (await client.call(listRecordLogs, input)).data.list.map(({ bizNo }) => bizNo);
  };
  assert.ok((await numbers(admin)).some((number) => number !== null));
  assert.ok((await numbers(holder)).every((number) => number === null));
});

test("AU-R31 field rules are part of draft, preview and version; unknown fields are refused", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin, ticked);
  const preview = await previewed(admin, role.id, { fieldRules: { "user.email": "MASK" } });
  assert.deepEqual(preview.diff.fields, [{ field: "user.email", from: null, to: "MASK" }]);
  const kept = await saved(admin, role.id, { fieldRules: { "user.email": "MASK" } });
  assert.deepEqual(kept.draft.fieldRules, { "user.email": "MASK" });
  const unknown = await tried(admin, role.id, { fieldRules: { "user.soul": "HIDE" } });
  assert.deepEqual([unknown.msgCode, unknown.msg], ["ROLE_FIELD_UNKNOWN", "字段不存在：user.soul"]);
  const { fields } = (await admin.call(listPermissions, {})).data;
  const email = fields.find(({ key }) => key === "user.email");
  assert.partialDeepStrictEqual(email, { label: "邮箱", resource: "user", resourceName: "用户" });
});

test("AU-R15 nobody gives more of a field than the own roles leave", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin, { ...ticked, fieldRules: { "user.email": "MASK" } });
  const codes = [...ticked.permissionCodes, "authority:role:list", "authority:role:edit"];
  const editor = await holderOf(
    await givenDraftRole(admin, {
      permissionCodes: codes,
      menuKeys: [...ticked.menuKeys, "authority.RoleManagement"],
      dataScope: "ALL",
      fieldRules: { "user.email": "MASK" },
      ownerUserId: (await givenUser(app)).id,
    }),
  );
  const refused = await tried(editor, role.id, { fieldRules: {} });
  assert.deepEqual([refused.msgCode, refused.msg], ["GRANT_EXCEEDS", "您不能授予超出自身权限的角色：用户的邮箱"]);
  assert.equal((await tried(editor, role.id, { fieldRules: { "user.email": "HIDE" } })).msg, "");
});
