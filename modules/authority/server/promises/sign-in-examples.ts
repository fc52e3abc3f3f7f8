import { hmac, newId, newToken, sha256 } from "@ops/platform/server";
import * as authority from "../../contract/index.ts";
import {
  CAPTCHA_ANSWER,
  encrypted,
  example,
  givenMembership,
  givenOrganization,
  givenUser,
  type ProductApp,
  TEST_PASSWORD,
  testSettings,
} from "../testing.ts";

const captcha = (app: ProductApp) => ({ verifyCode: CAPTCHA_ANSWER, codeId: app.codeId() });

example(authority.phoneLogin, async (app) => {
  const { mobilePhone } = await givenUser(app, { boolAdmin: true });
  return { input: { body: { mobilePhone, password: encrypted(TEST_PASSWORD), ...captcha(app) } } };
});

example(authority.modifyPassword, async () => ({
  input: { body: { password: encrypted(TEST_PASSWORD), newPassword: encrypted("Neu@2026") } },
}));

example(authority.organizationLogin, async (app) => {
  const { user, token } = await app.signIn();
  const organization = await givenOrganization(app);
  await givenMembership(app, { user, organization });
  return { input: { body: { organizationId: organization.id } }, credentials: { authorization: token } };
});

example(authority.endMySession, async (app) => {
  const { sessionId, token } = await app.signIn({ boolAdmin: true });
  const id = newId();
  await app.rows(
    `insert into session select (jsonb_populate_record(s, jsonb_build_object('id', $1::text, 'token_hash', '\\x' || encode(sha256(convert_to($1::text, 'UTF8')), 'hex')))).*
     from session s where s.id = $2`,
    [id, sessionId],
  );
  return { input: { params: { id } }, credentials: { authorization: token } };
});

example(authority.forgetMyDevice, async (app) => {
  const { user, token } = await app.signIn({ boolAdmin: true });
  const id = newId();
  await app.rows("insert into trusted_device values ($1, $2, $3, 'Chrome', now(), now())", [id, user.id, sha256(id)]);
  return { input: { params: { id } }, credentials: { authorization: token } };
});

example(authority.editUser, async (app) => {
  const { id, version } = await givenUser(app);
  return { input: { params: { id }, body: { userName: "改名", staffNo: null, email: null, remark: "备注", version } } };
});

example(authority.disableUser, async (app) => {
  const { id, version } = await givenUser(app);
  return { input: { params: { id }, body: { reason: "离岗", version } } };
});

example(authority.enableUser, async (app) => {
  const { id, version } = await givenUser(app, { status: "DISABLED" });
  return { input: { params: { id }, body: { reason: "返岗", version } } };
});

example(authority.ticketLogin, async (app) => {
  const ticket = newToken();
  await app.administrator("portal");
  await app.rows(
    `insert into sso_ticket (id, ticket_hash, sso_session_id, user_id, application_id, client_id, created_at, expires_at)
     select $1, $2, s.id, s.user_id, c.application_id, c.client_id, now(), now() + interval '1 minute'
     from (select * from sso_session where status = 'ACTIVE' order by created_at desc limit 1) s, sso_client c`,
    [newId(), sha256(ticket)],
  );
  return { input: { body: { applicationId: "1", clientId: "ops-console", ticket } } };
});

example(authority.sendSmsCode, async (app) => {
  const { mobilePhone } = await givenUser(app);
  return { input: { body: { mobilePhone, ...captcha(app) } } };
});

example(authority.smsLogin, async (app) => {
  const { mobilePhone } = await givenUser(app, { boolAdmin: true });
  const id = newId();
  const hash = hmac(testSettings.deviceCookieKey, `sms-code:${id}:123456`);
  await app.rows(
    `insert into sms_code (id, mobile_phone, scene, code_hash, created_at, expires_at, status, ip)
     values ($1, $2, 'LOGIN', $3, now(), now() + interval '5 minutes', 'SENT', '10.0.0.1')`,
    [id, mobilePhone, hash],
  );
  return { input: { body: { mobilePhone, smsCode: "123456" } } };
});

example(authority.staffLogin, async (app) => {
  const { staffNo } = await givenUser(app, { boolAdmin: true });
  return { input: { body: { staffNo, password: encrypted(TEST_PASSWORD), ...captcha(app) } } };
});

example(authority.openApp, async () => ({ input: { body: { clientId: "ops-console" } } }));

example(authority.resumePortal, async (app) => {
  const authorization = newToken();
  const credentials = await app.administrator("portal");
  await app.rows(
    `insert into sso_handover (id, value_hash, sso_session_id, created_at, expires_at)
     select $1, $2, id, now(), now() + interval '1 minute' from sso_session
     where status = 'ACTIVE' order by created_at desc limit 1`,
    [newId(), sha256(authorization)],
  );
  return { input: { body: { authorization } }, credentials };
});
