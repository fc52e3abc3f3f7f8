import { dayOf, type Endpoint } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as authority from "../../contract/index.ts";
import {
  example,
  givenMember,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type ProductApp,
} from "../testing.ts";

const because = { reason: "测试", version: 1 };
let phones = 0;
const freePhone = () => `1350000${String(++phones).padStart(4, "0")}`;

/** An account with nothing to its name but the post. */
async function givenPost(app: ProductApp) {
  const [user, organization] = [await givenUser(app), await givenOrganization(app)];
  return { user, organization, ...(await givenMembership(app, { user, organization, isPrimary: true })) };
}

async function anyPosition(app: ProductApp): Promise<string> {
  await givenMember(app); // one at least is there
  const [row] = await app.rows<{ id: string }>("select id from position where status = 'ENABLED' limit 1");
  return row?.id ?? "";
}

example(authority.createUser, async () => ({
  input: {
    body: {
      userName: "新人",
      mobilePhone: freePhone(),
      staffNo: null,
      userType: "INTERNAL",
      validUntil: null,
      email: null,
      remark: null,
      memberships: [],
    },
  },
}));

example(authority.changePhone, async (app) => {
  const { id } = await givenUser(app);
  return { input: { params: { id }, body: { ...because, mobilePhone: freePhone() } } };
});

example(authority.setAdmin, async (app) => {
  const { id, userName } = await givenUser(app);
  return { input: { params: { id }, body: { ...because, boolAdmin: true, userName } } };
});

example(authority.unlockUser, async (app) => ({
  input: { params: { id: (await givenUser(app)).id }, body: because },
}));

example(authority.resetPassword, async (app) => ({
  input: { params: { id: (await givenUser(app)).id }, body: because },
}));

example(authority.rehireUser, async (app) => ({
  input: { params: { id: (await givenUser(app, { status: "LEFT" })).id }, body: because },
}));

example(authority.deleteUser, async (app) => ({
  input: { params: { id: (await givenUser(app, { status: "PENDING" })).id }, query: { version: 1 } },
}));

example(authority.offboardUser, async (app) => {
  const { user } = await givenPost(app);
  return { input: { params: { id: user.id }, body: { ...because, successors: [] } } };
});

example(authority.handOverLater, async (app) => {
  const [{ user }, successor] = [await givenPost(app), await givenUser(app)];
  const [role, id] = [await givenRole(app), newId()];
  await app.rows("update role set owner_user_id = $1 where id = $2", [user.id, role.id]);
  await app.rows("update app_user set status = 'LEFT' where id = $1", [user.id]);
  await app.rows(
    `insert into offboarding (id, created_at, created_by, updated_at, updated_by, user_id, organization_ids, reason,
       status, finished_at) values ($1, now(), $2, now(), $2, $2, '{}', '离职', 'DONE', now())`,
    [id, user.id],
  );
  await app.rows(
    `insert into offboarding_step (offboarding_id, kind, sort, label, status, count)
     values ($1, 'authority.roles', 0, '负责的角色', 'KEPT', 1)`,
    [id],
  );
  const body = { kind: "authority.roles", successorId: successor.id, reason: "移交" };
  return { input: { params: { id: user.id }, body } };
});

const dates = { startDate: dayOf(new Date()), endDate: null };

example(authority.addMembership, async (app) => {
  const [user, organization] = [await givenUser(app), await givenOrganization(app)];
  const place = { organizationId: organization.id, positionId: await anyPosition(app) };
  return { input: { params: { id: user.id }, body: { ...place, ...dates, isPrimary: true } } };
});

example(authority.editMembership, async (app) => {
  const { id } = await givenPost(app);
  const [row] = await app.rows<{ startDate: string }>(
    `select start_date::text as "startDate" from membership where id = $1`,
    [id],
  );
  const body = { startDate: row?.startDate ?? "", endDate: "2099-12-31", isPrimary: true, version: 1 };
  return { input: { params: { id }, body } };
});

example(authority.endMembership, async (app) => {
  const { id } = await givenPost(app);
  return { input: { params: { id }, body: { ...because, nextPrimaryId: null } } };
});

example(authority.checkGrants, async (app) => {
  const [{ id }, role] = [await givenPost(app), await givenRole(app)];
  return { input: { params: { id }, body: { roleIds: [role.id], validTo: null } } };
});

example(authority.giveGrants, async (app) => {
  const [{ id }, role] = [await givenPost(app), await givenRole(app)];
  return { input: { params: { id }, body: { roleIds: [role.id], validTo: null, reason: "测试" } } };
});

example(authority.revokeGrant, async (app) => {
  const { user, organization } = await givenPost(app);
  const roles = [await givenRole(app)];
  const { id } = await givenMembership(app, { user, organization, roles, positionName: newId() });
  const [grant] = await app.rows<{ id: string }>("select id from role_grant where membership_id = $1", [id]);
  return { input: { params: { id: grant?.id ?? "" }, body: because } };
});

example(authority.kickSession, async (app) => ({ input: { params: { id: (await app.signIn()).sessionId } } }));

example(authority.kickUser, async (app) => {
  const { user } = await app.signIn();
  return { input: { params: { id: user.id }, body: because } };
});

example(authority.kickByOrg, async (app) => {
  const organization = await givenOrganization(app);
  await app.signIn({ organization });
  return { input: { body: { organizationId: organization.id, withChildren: true, reason: "测试" } } };
});

/** The trial and the deed of a batch take the same people. */
function batchExample<P extends Endpoint, R extends Endpoint>(
  batch: { readonly preview: P; readonly run: R },
  make: (app: ProductApp) => Promise<object>,
): void {
  // bodies of five endpoints, each checked by the call itself
  const inputOf = (body: unknown): never => ({ input: { body } }) as never;
  example(batch.preview, async (app) => inputOf(await make(app)));
  example(batch.run, async (app) => {
    const [body, admin] = [await make(app), await app.signIn({ boolAdmin: true })];
    const { data } = await admin.call(batch.preview, { body } as never);
    return inputOf({ ...body, reason: "测试", planHash: Object(data).planHash });
  });
}

batchExample(authority.batchDisable, async (app) => ({ ids: [(await givenUser(app)).id] }));
batchExample(authority.batchEnable, async (app) => ({ ids: [(await givenUser(app, { status: "DISABLED" })).id] }));
batchExample(authority.batchGrant, async (app) => {
  const [{ user }, role] = [await givenPost(app), await givenRole(app)];
  return { ids: [user.id], roleIds: [role.id], validTo: null };
});
batchExample(authority.batchRevoke, async (app) => {
  const [user, organization, role] = [await givenUser(app), await givenOrganization(app), await givenRole(app)];
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  return { ids: [user.id], roleIds: [role.id] };
});
batchExample(authority.batchMove, async (app) => {
  const [{ user }, target] = [await givenPost(app), await givenOrganization(app)];
  return { ids: [user.id], organizationId: target.id, positionId: null };
});
