import type { Endpoint } from "@ops/platform/contract";
import { newId, newToken, sha256 } from "@ops/platform/server";
import * as authority from "../../contract/index.ts";
import { example, givenMember, givenOrganization, type ProductApp } from "../testing.ts";

const because = { reason: "测试", version: 1 };

async function clientBody(app: ProductApp, endpoint: Endpoint = authority.listUsers) {
  const [owner, organization] = [await givenMember(app), await givenOrganization(app)];
  const asked = "select id from api_interface where method = $1 and path = $2";
  const [row] = await app.rows<{ id: string }>(asked, [endpoint.method, endpoint.path]);
  return {
    name: newId(),
    ownerOrgId: organization.id,
    ownerUserId: owner.id,
    actAsUserId: null,
    interfaceIds: [row?.id ?? ""],
    ipAllow: ["10.0.0.0/8"],
    ratePerMin: 60,
    validUntil: null,
    remark: null,
  };
}

async function givenClient(app: ProductApp, endpoint?: Endpoint) {
  const admin = await app.signIn({ boolAdmin: true });
  const body = await clientBody(app, endpoint);
  return { ...(await admin.call(authority.createApiClient, { body })).data, body };
}

example(authority.createApiClient, async (app) => ({ input: { body: await clientBody(app) } }));

example(authority.editApiClient, async (app) => {
  const { id, body } = await givenClient(app);
  return { input: { params: { id }, body: { ...body, ratePerMin: 90, version: 1 } } };
});

example(authority.rotateApiClient, async (app) => {
  const { id } = await givenClient(app);
  return { input: { params: { id }, body: { overlapHours: 1, version: 1 } } };
});

example(authority.disableApiClient, async (app) => {
  const { id } = await givenClient(app);
  return { input: { params: { id }, body: because } };
});

example(authority.enableApiClient, async (app) => {
  const { id } = await givenClient(app);
  await app.rows("update api_client set status = 'DISABLED' where id = $1", [id]);
  return { input: { params: { id }, body: because } };
});

async function givenBinding(app: ProductApp) {
  const admin = await app.signIn({ boolAdmin: true });
  const { id: userId } = await givenMember(app);
  const body = { platform: "WECOM", externalId: newId(), externalName: "外部", userId };
  return (await admin.call(authority.bindOtherAccount, { body })).data;
}

example(authority.bindOtherAccount, async (app) => {
  const { id: userId } = await givenMember(app);
  return { input: { body: { platform: "WECOM", externalId: newId(), externalName: null, userId } } };
});

example(authority.resolveOtherAccount, async (app) => {
  const { id } = await givenBinding(app);
  const clash = "update other_account set status = 'CONFLICT', conflict_reason = '测试' where id = $1";
  await app.rows(clash, [id]);
  return { input: { params: { id }, body: { userId: null, ...because } } };
});

example(authority.unbindOtherAccount, async (app) => {
  const { id } = await givenBinding(app);
  return { input: { params: { id }, body: because } };
});

const system = {
  name: "系统",
  description: null,
  launchKind: "LINK" as const,
  launchUrl: "https://third.example.com/in",
  apiClientId: null,
  bindingPlatform: null,
  givesPhone: false,
  visibleRoleIds: [],
  sort: 1,
  status: "ENABLED" as const,
};
const freeCode = () => `S${newId().slice(-12)}`;

async function givenSystem(app: ProductApp) {
  const admin = await app.signIn({ boolAdmin: true });
  return (await admin.call(authority.createThirdSystem, { body: { code: freeCode(), ...system } })).data;
}

example(authority.createThirdSystem, async () => ({ input: { body: { code: freeCode(), ...system } } }));

example(authority.editThirdSystem, async (app) => {
  const { id, version } = await givenSystem(app);
  return { input: { params: { id }, body: { ...system, name: "新名", version } } };
});

example(authority.removeThirdSystem, async (app) => {
  const { id, version } = await givenSystem(app);
  return { input: { params: { id }, query: { version } } };
});

example(authority.testThirdSystem, async (app) => ({ input: { params: { id: (await givenSystem(app)).id } } }));

example(authority.launchThirdSystem, async (app) => ({ input: { params: { code: (await givenSystem(app)).code } } }));

/** Only a signature verifies tickets; here the session of a person stands in for the client that the system names. */
example(authority.verifyTicket, async (app) => {
  const { user, token } = await app.signIn({ boolAdmin: true });
  const { id: clientId } = await givenClient(app, authority.verifyTicket);
  const { id: systemId } = await givenSystem(app);
  await app.rows("update api_client set id = $2 where id = $1", [clientId, user.id]);
  await app.rows("update third_system set api_client_id = $2 where id = $1", [systemId, user.id]);
  const ticket = newToken();
  await app.rows(
    `insert into third_ticket (id, ticket_hash, system_id, user_id, created_at, expires_at)
     values ($1, $2, $3, $4, now(), now() + interval '1 minute')`,
    [newId(), sha256(ticket), systemId, user.id],
  );
  return { input: { body: { ticket } }, credentials: { authorization: token } };
});
