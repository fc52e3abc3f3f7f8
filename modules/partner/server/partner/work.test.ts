import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createOrgChange,
  getOffboarding,
  mergeOrganization,
  offboardPreview,
  offboardUser,
  previewMerge,
  previewMove,
} from "@ops/authority/contract";
import { AuthorityTestApp, givenOrganization, type TestClient, waitsFor } from "@ops/authority/server/testing";
import type { BodyOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import { sql } from "kysely";
import {
  approveContract,
  createPartner,
  editPartner,
  listPartners,
  listStaffs,
  submitContract,
} from "../../contract/index.ts";
import { partnerModule } from "../index.ts";
import { givenContract } from "../testing-contracts.ts";
import { givenPartner } from "../testing-data.ts";
import { givenStaff, givenStore } from "../testing-staff.ts";

const app = declareTestApp(new AuthorityTestApp([partnerModule], undefined, { background: true }));
/** Between two lines of a hand-over this schedule may find the new approvers by itself, and leave nothing to the second line. */
before(() => app.holdSchedule("platform.approvalHolders"));
const MANAGER = ["partner:partner:view", "partner:onboard:handle"];

const managersOf = async (ids: readonly string[]) => {
  const rows = await app.rows<{ managerId: string }>(
    `select manager_id as "managerId" from partner where id = any($1::uuid[]) order by id`,
    [ids],
  );
  return rows.map(({ managerId }) => managerId);
};

type Successors = BodyOf<typeof offboardUser>["successors"];

function offboard(admin: TestClient, userId: string, successors: Successors) {
  return admin.call(offboardUser, { params: { id: userId }, body: { reason: "离职", version: 1, successors } });
}

function leave(admin: TestClient, userId: string, successorId: string | null) {
  return offboard(admin, userId, [{ kind: "partner.managed", successorId }]);
}

/** Waits for the first answer that is not null, because a job produces it. */
async function soon<T>(look: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const seen = await look();
    if (seen !== null) return seen;
    await sleep(100);
  }
  throw new Error("the job did not come to its end");
}

function finishedOf(admin: TestClient, userId: string) {
  return soon(async () => {
    const { data } = await admin.call(getOffboarding, { params: { id: userId } });
    return data?.status === "DONE" ? data : null;
  });
}

test("AU-R10 a channel manager who leaves hands over the partners, drafts among them, to somebody who can manage them", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [leaver, heir, unfit] = [
    await app.signIn({ permissions: MANAGER }),
    await app.signIn({ permissions: MANAGER }),
    await app.signIn({ userName: "新来的" }),
  ];
  const managerId = leaver.user.id;
  const open = [
    await givenPartner(app, { managerId }),
    await givenPartner(app, { managerId, state: "DRAFT", orgId: null }),
  ];
  const ended = await givenPartner(app, { managerId, state: "TERMINATED" });

  const { works } = (await admin.call(offboardPreview, { params: { id: managerId } })).data;
  assert.partialDeepStrictEqual(
    works.find(({ kind }) => kind === "partner.managed"),
    { label: "负责的伙伴", count: 2, blocking: 0, beyond: 0 },
  );
  assert.equal(works.find(({ kind }) => kind === "partner.region")?.count ?? 0, 0, "a person has no regions");
  const refused = await leave(admin, managerId, unfit.user.id);
  assert.deepEqual(
    [refused.msgCode, refused.msg],
    ["PARTNER_MANAGER_TAKER", "新来的没有伙伴入驻处理权限，不能接任渠道经理"],
  );

  assert.equal((await leave(admin, managerId, heir.user.id)).msg, "");
  const { steps } = await finishedOf(admin, managerId);
  assert.partialDeepStrictEqual(
    steps.find(({ kind }) => kind === "partner.managed"),
    { status: "DONE", count: 2 },
  );
  assert.deepEqual(await managersOf(open.map(({ id }) => id)), [heir.user.id, heir.user.id]);
  assert.deepEqual(await managersOf([ended.id]), [managerId]);
  const [first] = open;
  assert.ok(first);
  assert.partialDeepStrictEqual((await app.auditOf(first)).at(-1), {
    actionName: "移交伙伴",
    summary: `渠道经理离职，移交给${heir.user.userName}`,
    diffs: [{ field: "managerId", label: "渠道经理", before: leaver.user.userName, after: heir.user.userName }],
  });
});

const WRITER = ["partner:contract:view", "partner:contract:edit"];
/** A channel manager who approves the contracts of their own partners. */
const ownApprover = () =>
  app.signIn({ permissions: [...MANAGER, ...WRITER, "partner:contract:approve"], scope: "SELF" });

/** Makes a contract that waits for the approval of this manager alone. */
async function waitingFor(managerId: string) {
  const author = await app.signIn({ permissions: WRITER });
  const partner = await givenPartner(app, { managerId });
  const { id, version } = await givenContract(app, partner, { state: "DRAFT" });
  const { data } = await author.call(submitContract, { params: { id }, body: { version } });
  return { id, version: data.version, partnerId: partner.id };
}

const askedFor = async ({ id }: { id: string }) =>
  (await app.rows<{ asked: string[] }>("select asked from approval where biz_id = $1", [id]))[0]?.asked;

test("PF-R115 who takes over a manager's partners takes over their contracts that wait for approval, too", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [leaver, heir] = [await ownApprover(), await ownApprover()];
  const waiting = await waitingFor(leaver.user.id);
  assert.deepEqual(await askedFor(waiting), [leaver.user.id]);
  const kinds = ["platform.approval", "partner.managed"];
  const successors = kinds.map((kind) => ({ kind, successorId: heir.user.id }));
  assert.equal((await offboard(admin, leaver.user.id, successors)).msg, "");
  const { steps } = await finishedOf(admin, leaver.user.id);
  assert.deepEqual(
    steps.filter(({ kind }) => kinds.includes(kind)).map(({ kind, status, count }) => [kind, status, count]),
    [
      ["partner.managed", "DONE", 1],
      ["platform.approval", "DONE", 1],
    ],
  );
  assert.deepEqual(await askedFor(waiting), [heir.user.id]);
  const given = { params: { id: waiting.id }, body: { version: waiting.version } };
  assert.equal((await heir.call(approveContract, given)).data.state, "APPROVED");
});

test("PF-R115 a successor who cannot approve is refused at once, or by the line where other work is taken over before", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [leaver, clerk] = [await ownApprover(), await app.signIn({ permissions: MANAGER, userName: "不审的" })];
  const waiting = await waitingFor(leaver.user.id);
  const refusal = "不审的不能审批伙伴合同，不能接手";
  const alone = [{ kind: "platform.approval", successorId: clerk.user.id }];
  assert.equal((await offboard(admin, leaver.user.id, alone)).msg, refusal);
  const apart = [{ kind: "partner.managed", successorId: (await ownApprover()).user.id }];
  assert.equal((await offboard(admin, leaver.user.id, [...alone, ...apart])).msg, refusal);
  const both = [...alone, { kind: "partner.managed", successorId: clerk.user.id }];
  assert.equal((await offboard(admin, leaver.user.id, both)).msg, "");
  const { steps } = await finishedOf(admin, leaver.user.id);
  assert.partialDeepStrictEqual(
    steps.find(({ kind }) => kind === "platform.approval"),
    { status: "FAILED", count: 1, message: refusal, open: 1 },
  );
  assert.deepEqual(await managersOf([waiting.partnerId]), [clerk.user.id]);
});

test("AU-R10 partners beyond the reach of whoever orders it stay with the leaver and are told as open", async () => {
  const near = await givenPartner(app);
  const region = await app.rows<{ id: string; path: string }>("select id, path from organization where id = $1", [
    near.regionId,
  ]);
  const organization = region[0];
  assert.ok(organization);
  const permissions = [...MANAGER, "authority:user:offboard", "authority:user:view", "authority:user:list"];
  const orderer = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const [leaver, heir] = [
    await app.signIn({ permissions: MANAGER, scope: "ORG", organization }),
    await app.signIn({ permissions: MANAGER, scope: "ORG", organization }),
  ];
  const managerId = leaver.user.id;
  const far = await givenPartner(app, { managerId });
  await app.rows("update partner set manager_id = $1 where id = $2", [managerId, near.id]);

  const { works } = (await orderer.call(offboardPreview, { params: { id: managerId } })).data;
  assert.partialDeepStrictEqual(
    works.find(({ kind }) => kind === "partner.managed"),
    { count: 2, beyond: 1 },
  );
  assert.equal((await leave(orderer, managerId, heir.user.id)).msg, "");
  const { steps } = await finishedOf(orderer, managerId);
  assert.partialDeepStrictEqual(
    steps.find(({ kind }) => kind === "partner.managed"),
    { status: "FAILED", count: 1 },
  );
  assert.deepEqual(await managersOf([near.id]), [heir.user.id]);
  assert.deepEqual(await managersOf([far.id]), [managerId]);
});

test("AU-R42 the partners of a region go to the one that it is merged into, those without an organisation too", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [source, target] = [
    await givenOrganization(app, { type: "REGION" }),
    await givenOrganization(app, { type: "REGION" }),
  ];
  const wishes = [{ state: "REVIEW", orgId: null }, { state: "ACTIVE" }, { state: "TERMINATED" }] as const;
  const moved = [];
  for (const wish of wishes) moved.push(await givenPartner(app, { regionId: source.id, ...wish }));
  const department = await givenOrganization(app, { type: "DEPT" });
  const asked = { params: { id: source.id } };
  const unfit = await admin.call(previewMerge, { ...asked, body: { targetOrgId: department.id } });
  assert.equal(unfit.msg, "合作伙伴只能归属大区，请并入另一个大区");

  const { impact, impactToken } = (await admin.call(previewMerge, { ...asked, body: { targetOrgId: target.id } })).data;
  assert.deepEqual(impact.work, [{ kind: "partner.region", label: "归属的伙伴", count: 3 }]);
  const places = { sourceOrgId: source.id, targetOrgId: target.id };
  const body = { ...places, plannedAt: null, reason: "合并", impactToken };
  const { data: change, msg } = await admin.call(mergeOrganization, { body });
  assert.equal(msg, "");
  await soon(async () => {
    const [row] = await app.rows<{ status: string }>("select status from org_change where id = $1", [change.id]);
    return row?.status === "DONE" ? row : null;
  });
  const listed = await admin.call(listPartners, { query: { regionId: target.id } });
  assert.deepEqual(listed.data.list.map(({ id }) => id).toSorted(), moved.map(({ id }) => id).toSorted());
  const left = await admin.call(listPartners, { query: { regionId: source.id } });
  assert.equal(left.data.total, 0);
  for (const partner of moved) {
    assert.partialDeepStrictEqual((await app.auditOf(partner)).at(-1), {
      actionName: "移交伙伴",
      summary: `所属大区${source.name}被合并，归入${target.name}`,
      diffs: [{ field: "regionId", label: "所属区域", before: source.name, after: target.name }],
    });
  }
});

test("AU-R41 the preview of a move tells how many partners lie in the part that moves; they keep their region", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const source = await givenOrganization(app, { type: "REGION" });
  const target = await givenOrganization(app, { type: "DEPT" });
  const partner = await givenPartner(app, { regionId: source.id });
  const asked = { params: { id: source.id }, body: { targetOrgId: target.id } };
  const { impact, impactToken } = (await admin.call(previewMove, asked)).data;
  assert.deepEqual(impact.work, [{ kind: "partner.region", label: "归属的伙伴", count: 1 }]);
  const places = { sourceOrgId: source.id, targetOrgId: target.id };
  const body = { kind: "MOVE" as const, ...places, plannedAt: null, impactToken, reason: null };
  assert.equal((await admin.call(createOrgChange, { body })).msg, "");
  const listed = await admin.call(listPartners, { query: { regionId: source.id } });
  assert.deepEqual(
    listed.data.list.map(({ id }) => id),
    [partner.id],
  );
});

test("AU-R42 a partner that is saved while its region is merged away is refused: it would stay behind in a closed one", async () => {
  const clerk = await app.signIn({ permissions: [...MANAGER, "partner:partner:edit"] });
  const [region, next] = [
    await givenOrganization(app, { type: "REGION" }),
    await givenOrganization(app, { type: "REGION" }),
  ];
  const partner = await givenPartner(app, { state: "DRAFT", orgId: null });
  const { fullName, shortName, uscc, cityCodes, contactName, version } = partner;
  const form = { fullName, shortName, uscc, kinds: [], cityCodes, contactName, managerId: clerk.user.id, version };
  const saves = [
    () => clerk.call(createPartner, { body: { fullName: "合并中有限公司", regionId: region.id } }),
    () => clerk.call(editPartner, { params: { id: partner.id }, body: { ...form, regionId: next.id } }),
  ];
  for (const [at, { id }] of [region, next].entries()) {
    const told: string[] = [];
    const close = (tx: Tx) => sql`update organization set status = 'DISABLED' where id = ${id}`.execute(tx.kysely);
    const waited = await waitsFor(app, close, async () => told.push((await saves[at]?.())?.msg ?? ""));
    assert.deepEqual([waited, told], [true, ["组织已停用"]]);
  }
  const left = await app.rows("select 1 from partner where region_id = any($1::uuid[])", [[region.id, next.id]]);
  assert.deepEqual(left, []);
});

test("PT-R19 no move puts a store with its people below another partner, or a partner below another region", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [mine, theirs] = [await givenPartner(app), await givenPartner(app)];
  const store = await givenStore(app, mine);
  const staff = await givenStaff(app, { partner: mine, storeId: store.id, orgId: store.id });
  const move = async (sourceOrgId: string | null, targetOrgId: string | null) => {
    assert.ok(sourceOrgId !== null && targetOrgId !== null);
    const places = { kind: "MOVE" as const, sourceOrgId, targetOrgId };
    const { data } = await admin.call(previewMove, { params: { id: sourceOrgId }, body: { targetOrgId } });
    const confirmed = { impactToken: data?.impactToken ?? "x", plannedAt: null, reason: null };
    return (await admin.call(createOrgChange, { body: { ...places, ...confirmed } })).msgCode;
  };
  assert.equal(await move(store.id, theirs.orgId), "ORG_OTHER_COMPANY");
  assert.equal(await move(mine.orgId, theirs.regionId), "ORG_PARTNER_REGION");
  const [organization] = await app.rows<typeof store>("select id, name, path, level from organization where id = $1", [
    theirs.orgId,
  ]);
  assert.ok(organization);
  const boss = await app.signIn({ permissions: ["partner:staff:view"], scope: "ORG_TREE", organization });
  const { data } = await boss.call(listStaffs, { query: {} });
  assert.ok(!data.list.some(({ id }) => id === staff.id));
});
