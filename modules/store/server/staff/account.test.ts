import assert from "node:assert/strict";
import { test } from "node:test";
import { closeAccount } from "@ops/authority/server";
import { givenMembership, givenOrganization, givenUser, type UserWishes } from "@ops/authority/server/testing";
import * as contract from "../../contract/index.ts";
import { givenNumbers, givenStoreStaff, testApp } from "../testing.ts";
import { refusal, staffStory } from "./testing.ts";

const app = testApp();
const { hq, formOf, entered, onboarded } = staffStory(app);

const accountOf = async (id: string | null) => {
  const [row] = await app.rows<{ userType: string; status: string; mobilePhone: string; staffNo: string }>(
    "select user_type, status, mobile_phone, staff_no from app_user where id = $1",
    [id],
  );
  assert.ok(row);
  return row;
};
const postsOf = (userId: string | null) =>
  app.rows<{ organizationId: string; isPrimary: boolean; id: string }>(
    "select id, organization_id, is_primary from membership where user_id = $1 and status <> 'ENDED' order by created_at, id",
    [userId],
  );
const planOf = async (client: Awaited<ReturnType<typeof hq>>, { id }: { id: string }) => {
  const { data } = await client.call(contract.getStaffAccount, { params: { id } });
  return [data.plan, data.refusal];
};

test("ST-R12 an unknown phone gets a new account of the store with the post, told before", async () => {
  const client = await hq();
  const numbers = givenNumbers();
  const joining = await entered(client, numbers);
  assert.deepEqual(await planOf(client, joining), ["OPEN", null]);
  const { data } = await onboarded(client, joining);
  const account = await accountOf(data.userId);
  assert.deepEqual([account.userType, account.status, account.mobilePhone], ["STORE", "PENDING", numbers.phone]);
  assert.equal(account.staffNo, data.staffNo);
  const posts = await postsOf(data.userId);
  assert.deepEqual(
    posts.map(({ organizationId, isPrimary }) => [organizationId, isPrimary]),
    [[data.storeId, true]],
  );
  const shown = await client.call(contract.getStaffAccount, { params: { id: data.id } });
  assert.deepEqual([shown.data.account, shown.data.plan], ["USABLE", null]);
  assert.deepEqual(
    shown.data.posts.map(({ positionName, isPrimary }) => [positionName, isPrimary]),
    [["销售顾问", true]],
  );
});

test("ST-R12 a usable account of the brand or of a store gets the post beside the others", async () => {
  const client = await hq();
  for (const userType of ["INTERNAL", "STORE"]) {
    const numbers = givenNumbers();
    const user = await givenUser(app, { mobilePhone: numbers.phone, userType });
    const organization = await givenOrganization(app);
    await givenMembership(app, { user, organization, isPrimary: true });
    const joining = await entered(client, numbers);
    assert.deepEqual(await planOf(client, joining), ["ADD_POST", null]);
    const { data, msg } = await onboarded(client, joining);
    assert.equal(msg, "");
    assert.equal(data.userId, user.id);
    const primary = (await postsOf(user.id)).find(({ isPrimary }) => isPrimary)?.organizationId;
    assert.equal(primary, userType === "STORE" ? data.storeId : organization.id);
    const { idNo: _idNo, phone: _phone, ...form } = await formOf({ storeId: data.storeId });
    const body = { ...form, name: "新名字", version: data.version };
    assert.equal((await client.call(contract.editStaff, { params: { id: data.id }, body })).msg, "");
    const named = await app.rows("select 1 from app_user where id = $1 and user_name = '新名字'", [user.id]);
    assert.equal(named.length, userType === "STORE" ? 1 : 0, "people of the brand keep their name in 用户管理");
  }
});

test("ST-R12 the closed account of the same id number is opened again; somebody else's gives its phone up", async () => {
  const client = await hq();
  const numbers = givenNumbers();
  const gone = await givenStoreStaff(app, numbers);
  await app.rows("update store_staff set state = 'LEFT', leave_on = now() where id = $1", [gone.id]);
  const back = await entered(client, { idNo: numbers.idNo, phone: givenNumbers().phone });
  assert.deepEqual(await planOf(client, back), ["OPEN", null], "an account that is in use is left alone");
  await app.arrange((tx) => closeAccount(tx, gone.userId ?? ""));
  await app.rows("update app_user set user_type = 'INTERNAL' where id = $1", [gone.userId]);
  assert.deepEqual(await planOf(client, back), ["OPEN", null], "those of the brand are opened in 用户管理");
  await app.rows("update app_user set user_type = 'STORE' where id = $1", [gone.userId]);
  assert.deepEqual(await planOf(client, back), ["REOPEN", null]);
  const reopened = await onboarded(client, back);
  assert.equal(reopened.data.userId, gone.userId);
  assert.equal((await accountOf(gone.userId)).status, "PENDING");
  const own = givenNumbers();
  const same = await givenStoreStaff(app, own);
  await app.rows("update store_staff set state = 'LEFT', leave_on = now() where id = $1", [same.id]);
  await app.arrange((tx) => closeAccount(tx, same.userId ?? ""));
  const again = await onboarded(client, await entered(client, own));
  assert.deepEqual(
    [again.msg, again.data?.userId, (await accountOf(same.userId)).mobilePhone],
    ["", same.userId, own.phone],
  );

  const former = await givenUser(app, { mobilePhone: numbers.phone, userType: "STORE", status: "LEFT" });
  const heir = await entered(client, { ...givenNumbers(), phone: numbers.phone });
  assert.deepEqual(await planOf(client, heir), ["OPEN", null]);
  const { data } = await onboarded(client, heir);
  assert.notEqual(data.userId, former.id);
  assert.equal((await accountOf(data.userId)).mobilePhone, numbers.phone);
  assert.match((await accountOf(former.id)).mobilePhone, /\*/);
});

test("ST-R12 an account of anybody else refuses the onboarding, and the person stays 待入职", async () => {
  const client = await hq();
  const cases: readonly [UserWishes, string][] = [
    [{ boolAdmin: true }, "管理员"],
    [{ userType: "PARTNER", validUntil: "2027-06-30" }, "合作伙伴"],
    [{ userType: "CARRIER", validUntil: "2027-06-30" }, "承运商"],
    [{ userType: "SERVICE" }, "接口"],
    [{ userType: "INTERNAL", status: "DISABLED" }, "已停用"],
    [{ userType: "STORE", status: "DORMANT" }, "已停用"],
    [{ userType: "INTERNAL", status: "LEFT" }, "已停用"],
  ];
  for (const [wishes, whose] of cases) {
    const numbers = givenNumbers();
    await givenUser(app, { mobilePhone: numbers.phone, ...wishes });
    const joining = await entered(client, numbers);
    const told = `账号创建失败：该手机号属于${whose}账号`;
    assert.deepEqual(await planOf(client, joining), [null, told]);
    assert.deepEqual(refusal(await onboarded(client, joining)), ["STORE_ACCOUNT_FAIL", told]);
    const { data } = await client.call(contract.getStaff, { params: { id: joining.id } });
    assert.deepEqual([data.state, data.staffNo, data.version], ["TO_JOIN", null, joining.version]);
  }
});

test("ST-R12 two who onboard the same person at once give one account", async () => {
  const client = await hq();
  const name = "只有一个账号";
  const joining = await entered(client, { name });
  const answers = await Promise.all([1, 2, 3].map(() => onboarded(client, joining)));
  assert.deepEqual(answers.map(({ msgCode }) => msgCode).toSorted(), [
    "",
    "COMMON_VERSION_CONFLICT",
    "COMMON_VERSION_CONFLICT",
  ]);
  const accounts = await app.rows("select 1 from app_user where user_name = $1", [name]);
  assert.equal(accounts.length, 1);
});

test("section 6: a new phone of a working person is refused while somebody else uses it", async () => {
  const client = await hq();
  const { data: staff } = await onboarded(client, await entered(client));
  const { phone } = givenNumbers();
  await givenUser(app, { mobilePhone: phone });
  const { idNo: _idNo, ...form } = await formOf({ storeId: staff.storeId });
  const edit = (wanted: string) =>
    client.call(contract.editStaff, {
      params: { id: staff.id },
      body: { ...form, phone: wanted, version: staff.version },
    });
  assert.deepEqual(refusal(await edit(phone)), ["STORE_ACCOUNT_FAIL", "账号创建失败：该手机号属于他人账号"]);
  await app.rows("update app_user set status = 'DISABLED' where mobile_phone = $1", [phone]);
  assert.equal((await edit(phone)).msg, "账号创建失败：该手机号属于已停用账号");
  const free = givenNumbers().phone;
  const former = await givenUser(app, { mobilePhone: free, userType: "STORE", status: "LEFT" });
  assert.equal((await edit(free)).msg, "");
  assert.match((await accountOf(former.id)).mobilePhone, /\*/, "a closed account gives its phone up");
  assert.equal((await accountOf(staff.userId)).mobilePhone, free);
  const own = givenNumbers().phone;
  await app.rows("update app_user set mobile_phone = $2 where id = $1", [staff.userId, own]);
  const body = { ...form, phone: own, version: staff.version + 1 };
  const followed = await client.call(contract.editStaff, { params: { id: staff.id }, body });
  assert.equal(followed.msg, "", "the own account has it already");
});

test("section 6: a reset password goes to accounts that the module keeps, while the person works", async () => {
  const client = await hq();
  const reset = async ({ id, version }: { id: string; version: number }) =>
    refusal(await client.call(contract.resetStaffPassword, { params: { id }, body: { reason: "忘记", version } }));
  const { data: staff } = await onboarded(client, await entered(client));
  await app.rows("update app_user set password_hash = 'known', must_change_pwd = false where id = $1", [staff.userId]);
  assert.deepEqual(await reset(staff), ["", ""]);
  const changed = await app.rows("select password_hash, must_change_pwd from app_user where id = $1", [staff.userId]);
  assert.deepEqual(changed, [{ passwordHash: "-", mustChangePwd: true }]);
  assert.equal((await app.auditOf(staff)).at(-1)?.reason, "忘记", "in the log of the person");
  const gone = await givenStoreStaff(app, { state: "LEFT", userId: staff.userId });
  assert.equal((await reset(gone))[0], "STORE_STAFF_NO_ACCOUNT");
  const numbers = givenNumbers();
  await givenUser(app, { mobilePhone: numbers.phone });
  const { data: internal } = await onboarded(client, await entered(client, numbers));
  assert.equal((await reset(internal))[0], "STORE_STAFF_INTERNAL");
  assert.equal((await reset(await entered(client)))[0], "STORE_STAFF_NO_ACCOUNT");
});
