import assert from "node:assert/strict";
import { test } from "node:test";
import { bindOtherAccount, organizationLogin, unbindOtherAccount, userInfo } from "../../contract/index.ts";
import { openSession } from "../session/open.ts";
import { givenMembership, givenOrganization, givenUser, testApp } from "../testing.ts";

const app = testApp();

test("AU-R51 a session that came through a binding ends with it also after its person has switched the organisation", async () => {
  const operator = await app.signIn({ boolAdmin: true });
  const user = await givenUser(app);
  const [first, second] = [await givenOrganization(app), await givenOrganization(app)];
  await givenMembership(app, { user, organization: first, isPrimary: true });
  await givenMembership(app, { user, organization: second });
  const identity = { platform: "WECOM", externalId: "external-1", externalName: "外部名", userId: user.id };
  const { data } = await operator.call(bindOtherAccount, { body: identity });
  const session = { userId: user.id, organizationIds: [first.id], loginKind: "OIDC", restricted: false } as const;
  const opened = await app.arrange((tx) => openSession(tx, { ...session, otherAccountId: data.id }));
  const switching = { body: { organizationId: second.id } };
  const { accessToken } = (await app.call(organizationLogin, switching, { token: opened.token })).data;
  assert.equal((await app.call(userInfo, {}, { token: accessToken })).status, 200);

  const body = { reason: "离岗", version: data.version };
  assert.equal((await operator.call(unbindOtherAccount, { params: { id: data.id }, body })).msg, "");
  assert.equal((await app.call(userInfo, {}, { token: accessToken })).status, 401);
});
