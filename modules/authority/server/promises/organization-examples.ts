import { dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as authority from "../../contract/index.ts";
import { type Example, example, givenMembership, givenOrganization, givenUser, type ProductApp } from "../testing.ts";

const place = { shortName: null, regionCode: null, address: null, phone: null, sort: 0 };

async function givenDepartment(app: ProductApp, status: "ENABLED" | "DISABLED" = "ENABLED") {
  return { ...(await givenOrganization(app, { type: "DEPT", status })), version: 1 };
}

/** One with a post that begins in two days: what its position brings along sleeps, wakes and moves with the organisation. */
async function givenAppointment(app: ProductApp, status: "ENABLED" | "DISABLED" = "ENABLED") {
  const organization = await givenDepartment(app, status);
  const startDate = dayOf(new Date(app.now().getTime() + 2 * 86_400_000));
  await givenMembership(app, { user: await givenUser(app), organization, status: "FUTURE", startDate });
  return organization;
}

example(authority.createOrganization, async (app) => {
  const { id: parentId } = await givenDepartment(app);
  return { input: { body: { ...place, parentId, code: null, name: "新部门", type: "DEPT" as const } } };
});

example(authority.editOrganization, async (app) => {
  const { id, version } = await givenDepartment(app);
  const body = { ...place, name: newId(), leaderUserId: null, deputyUserIds: [], version };
  return { input: { params: { id }, body } };
});

example(authority.disableOrganization, async (app) => {
  const { id, version } = await givenAppointment(app);
  return { input: { params: { id }, body: { reason: "撤并", version } } };
});

example(authority.enableOrganization, async (app) => {
  const { id, version } = await givenAppointment(app, "DISABLED");
  return { input: { params: { id }, body: { reason: "恢复", version } } };
});

example(authority.removeOrganization, async (app) => {
  const { id, version } = await givenDepartment(app);
  return { input: { params: { id }, query: { version } } };
});

example(authority.previewMove, async (app) => {
  const [source, target] = [await givenDepartment(app), await givenDepartment(app)];
  return { input: { params: { id: source.id }, body: { targetOrgId: target.id } } };
});

async function givenMove(app: ProductApp, plannedAt: string | null) {
  const admin = await app.signIn({ boolAdmin: true });
  const [source, target] = [await givenDepartment(app), await givenDepartment(app)];
  const asked = { params: { id: source.id }, body: { targetOrgId: target.id } };
  const { impactToken } = (await admin.call(authority.previewMove, asked)).data;
  const places = { sourceOrgId: source.id, targetOrgId: target.id };
  return { admin, body: { kind: "MOVE" as const, ...places, plannedAt, impactToken, reason: null } };
}

example(authority.createOrgChange, async (app) => ({ input: { body: (await givenMove(app, null)).body } }));

example(authority.cancelOrgChange, async (app) => {
  const { admin, body } = await givenMove(app, "2099-01-01 00:00:00");
  const { id, version } = (await admin.call(authority.createOrgChange, { body })).data;
  return { input: { params: { id }, body: { version } } };
});

example(authority.previewMerge, async (app) => {
  const [source, target] = [await givenDepartment(app), await givenDepartment(app)];
  return { input: { params: { id: source.id }, body: { targetOrgId: target.id } } };
});

async function givenMerge(app: ProductApp, plannedAt: string | null, given = givenDepartment) {
  const admin = await app.signIn({ boolAdmin: true });
  const [source, target] = [await given(app), await given(app)];
  const asked = { params: { id: source.id }, body: { targetOrgId: target.id } };
  const { impactToken } = (await admin.call(authority.previewMerge, asked)).data;
  const places = { sourceOrgId: source.id, targetOrgId: target.id };
  return { admin, body: { ...places, plannedAt, impactToken, reason: null } };
}

example(authority.mergeOrganization, async (app) => ({ input: { body: (await givenMerge(app, null)).body } }));

/** A merge that moves posts; each of their holders finds it in the own log, so it leaves more rows than one. */
export async function mergeOfAppointments(app: ProductApp): Promise<Example> {
  return { input: { body: (await givenMerge(app, null, givenAppointment)).body } };
}

example(authority.cancelMerge, async (app) => {
  const { admin, body } = await givenMerge(app, "2099-01-01 00:00:00");
  const { id, version } = (await admin.call(authority.mergeOrganization, { body })).data;
  return { input: { params: { id }, body: { version } } };
});
