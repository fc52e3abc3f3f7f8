import assert from "node:assert/strict";
import { test } from "node:test";
import { createApiClient, editUser, listUsers } from "../../contract/index.ts";
import * as kept from "../kept-account/keep.ts";
import { givenOrganization, givenRole, testApp } from "../testing.ts";
import { clientBody, givenClient, type Keys, signedCall } from "./testing.ts";

const app = testApp();
const admin = () => app.signIn({ boolAdmin: true });
let made = 0;

/** Makes an account kept by another module, and an API client that borrows its rights. */
async function givenLender() {
  const company = await givenOrganization(app, { type: "PARTNER" });
  const role = await givenRole(app, { permissionCodes: [listUsers.permission, editUser.permission] });
  await app.rows("update role set partner_kinds = '{AGENT}' where id = $1", [role.id]);
  const [n, place] = [++made, { organizationId: company.id, fenceOrganizationId: company.id, roleIds: [role.id] }];
  const named = { name: `出借人${n}`, phone: `1360000000${n}`, staffNo: `HBY900000${n}`, validUntil: "2099-12-31" };
  const account = { userType: "PARTNER", ...named, ...place } as const;
  const { userId } = await app.arrange((tx) => kept.openAccount(tx, account));
  const keys = await givenClient(app, await admin(), [listUsers, editUser], { actAsUserId: userId });
  return { userId, keys };
}

const list = (keys: Keys) => signedCall(app, keys, listUsers, { query: {} });

test("AU-R53 a frozen account lends nothing, from the next call on, until it is thawed", async () => {
  const { userId, keys } = await givenLender();
  assert.equal((await list(keys)).status, 200);
  await app.arrange((tx) => kept.freezeAccount(tx, userId, "伙伴暂停"));
  assert.partialDeepStrictEqual(await list(keys), { status: 403, msgCode: "API_NOT_GRANTED" });
  const body = { ...(await clientBody(app, [listUsers])), actAsUserId: userId };
  assert.equal((await (await admin()).call(createApiClient, { body })).msgCode, "API_CLIENT_ACT_AS");
  await app.arrange((tx) => kept.unfreezeAccount(tx, userId));
  assert.equal((await list(keys)).status, 200);
});

test("AU-R53 with the rights of an account that may look only, a program looks only", async () => {
  const { userId, keys } = await givenLender();
  const change = { userName: "改名", staffNo: null, email: null, remark: null, version: 1 };
  const edit = () => signedCall(app, keys, editUser, { params: { id: userId }, body: change });
  assert.equal((await list(keys)).status, 200);
  await app.arrange((tx) => kept.setAccountReadOnly(tx, userId, true));
  assert.equal((await list(keys)).status, 200);
  assert.partialDeepStrictEqual(await edit(), {
    status: 200,
    success: false,
    msgCode: "ACCOUNT_READ_ONLY",
    msg: "您的账号为只读，只能查看，不能操作",
  });
  await app.arrange((tx) => kept.setAccountReadOnly(tx, userId, false));
  assert.notEqual((await edit()).msgCode, "ACCOUNT_READ_ONLY");
});
