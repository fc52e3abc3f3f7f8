import assert from "node:assert/strict";
import { test } from "node:test";
import * as partnerContract from "@ops/partner/contract";
import {
  givenStore as givenPartnerStore,
  givenStaff,
  givenSuspendable,
  runPartnerJob,
  SUSPENSION_REASON,
} from "@ops/partner/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import type { StoreRow } from "../site/tables.ts";
import { givenStore, testApp } from "../testing.ts";
import { lockStore, openTrading } from "./change-state.ts";

const app = testApp();
/** Makes a partner with stores in these states, and two people who suspend it. */
async function given(...states: StoreRow["state"][]) {
  const suspendable = await givenSuspendable(app, "CLUE");
  const { partner, preview, confirm, execute, bringBack, undo } = suspendable;
  const stores: StoreRow[] = [];
  for (const state of states) {
    const organization = await givenPartnerStore(app, partner);
    stores.push(await givenStore(app, { organization, operateMode: "PARTNER", partnerId: partner.id, state }));
  }
  const suspend = async (action = "SUSPEND") => {
    const { choices } = await preview();
    const choice = choices.find(({ kind }) => kind === "store.trading");
    return { id: await confirm({ kind: "store.trading", action, receiverId: null }), choice };
  };
  const resume = async (id: string) => {
    await execute(id);
    assert.equal(await bringBack(), "");
    await undo(id);
  };
  return { ...suspendable, stores, suspend, resume };
}

const looks = (stores: readonly StoreRow[]) =>
  Promise.all(
    stores.map(async ({ id }) => {
      const [row] = await app.rows<StoreRow>(
        "select state, state_before, suspend_source, state_reason, resume_on from store where id = $1",
        [id],
      );
      return row;
    }),
  );
const stateOf = async (stores: readonly StoreRow[]) => (await looks(stores)).map((row) => row?.state);

test("ST-R34 the stores of a partner stop with the confirmation of its suspension and go back exactly as they were", async () => {
  const { partner, stores, suspend, resume } = await given("OPEN", "TRIAL", "PREPARING");
  const before = await looks(stores);
  const { id, choice } = await suspend();
  assert.deepEqual(
    [choice?.label, choice?.count, choice?.actions.map(({ label }) => label)],
    ["营业门店", 2, ["暂停营业", "保持营业"]],
  );
  const [open, trial, preparing] = await looks(stores);
  const stateReason = `合作伙伴${partner.shortName}已暂停：${SUSPENSION_REASON}`;
  const stopped = { state: "SUSPENDED", suspendSource: "PARTNER", stateReason, resumeOn: null };
  assert.deepEqual(open, { ...stopped, stateBefore: "OPEN" });
  assert.deepEqual(trial, { ...stopped, stateBefore: "TRIAL" });
  assert.equal(preparing?.state, "PREPARING");
  const told = (await app.published(contract.storeSuspended)).filter(({ storeId }) => storeId === stores[0]?.id);
  assert.deepEqual(
    told.map(({ source }) => source),
    ["PARTNER"],
  );
  assert.partialDeepStrictEqual((await app.auditOf({ id: stores[0]?.id ?? "" })).at(-1), {
    summary: "营业中 → 暂停营业",
    diffs: [{ field: "state", label: "状态", before: "营业中", after: "暂停营业" }],
    reason: stateReason,
  });
  await resume(id);
  assert.deepEqual(await looks(stores), before);
});

test("ST-R34 a partner that is resumed while its suspension is still at work: every store is as before, told once each", async () => {
  const { stores, suspend, bringBack, execute, undo } = await given("OPEN", "TRIAL", "OPEN", "PREPARING");
  const before = await looks(stores);
  const { id } = await suspend();
  const [, , early] = await Promise.all([execute(id), execute(id), bringBack()]);
  if (early !== "") assert.deepEqual([early, await bringBack()], ["PARTNER_SUSPENSION_RUNNING", ""]);
  await Promise.all([undo(id), execute(id), undo(id)]);
  assert.deepEqual(await looks(stores), before);
  for (const event of [contract.storeSuspended, contract.storeResumed]) {
    const told = (await app.published(event)).map(({ storeId }) => storeId);
    assert.deepEqual(
      stores.map((store) => told.filter((storeId) => storeId === store.id).length),
      [1, 1, 1, 0],
    );
  }
});

test("ST-R34 what somebody else suspended stays so; before the partner works again nobody resumes a store", async () => {
  const { partner, stores, suspend, resume } = await given("OPEN", "OPEN", "PREPARING");
  const [own] = stores;
  assert.ok(own);
  const admin = await app.signIn({ boolAdmin: true });
  const body = { reason: "店面装修", resumeOn: addDays(dayOf(app.now()), 9), version: 1 };
  await admin.call(contract.suspendStore, { params: { id: own.id }, body });
  const { id } = await suspend();
  for (const [at, version] of [2, 2].entries()) {
    const refused = await admin.call(contract.resumeStore, { params: { id: stores[at]?.id ?? "" }, body: { version } });
    const msg = `合作伙伴${partner.shortName}已暂停，不能恢复营业`;
    assert.deepEqual([refused.msgCode, refused.msg], ["STORE_PARTNER_STOPPED", msg]);
  }
  const begun = await admin.call(contract.startTrial, { params: { id: stores[2]?.id ?? "" }, body: { version: 1 } });
  assert.equal(begun.msg, `合作伙伴${partner.shortName}已暂停，不能开业`);
  const byProject = app.arrange(async (tx) => openTrading(tx, await lockStore(tx, stores[2]?.id ?? "")));
  await assert.rejects(byProject, /已暂停，不能开业/);
  await resume(id);
  assert.deepEqual(await stateOf(stores), ["SUSPENDED", "OPEN", "PREPARING"]);
  const again = await admin.call(contract.resumeStore, { params: { id: own.id }, body: { version: 2 } });
  assert.equal(again.data.state, "OPEN");
});

test("ST-R34 a plan may let the stores go on, and one that was closed meanwhile stays closed", async () => {
  const kept = await given("OPEN");
  const { id } = await kept.suspend("KEEP");
  assert.deepEqual(await stateOf(kept.stores), ["OPEN"]);
  await kept.resume(id);
  assert.deepEqual(await stateOf(kept.stores), ["OPEN"]);
  const other = await given("OPEN");
  const suspension = await other.suspend();
  const [store] = other.stores;
  const admin = await app.signIn({ boolAdmin: true });
  const closed = await admin.call(contract.closeStore, {
    params: { id: store?.id ?? "" },
    body: { reason: "不再经营", version: 2 },
  });
  assert.deepEqual([closed.msg, closed.data.suspendSource], ["", null]);
  await other.resume(suspension.id);
  assert.deepEqual(await stateOf(other.stores), ["CLOSED"]);
});

test("ST-R34, PT-R7 a partner that is sent away leaves no store behind: all stop, and each is closed before the end", async () => {
  const { partner, execute } = await givenSuspendable(app, "CLUE");
  const params = { id: partner.id };
  const admin = await app.signIn({ boolAdmin: true });
  const [organization, centreOrganization] = [
    await givenPartnerStore(app, partner),
    await givenPartnerStore(app, partner, "DELIVERY"),
  ];
  const belonging = { operateMode: "PARTNER", partnerId: partner.id } as const;
  const store = await givenStore(app, { organization, ...belonging });
  const centre = await givenStore(app, { organization: centreOrganization, storeType: "DELIVERY", ...belonging });
  const person = await givenStaff(app, { partner, storeId: centre.id, roleIds: [] });
  const version = async (table: string, id: string) =>
    (await app.rows<{ version: number }>(`select version from ${table} where id = $1`, [id]))[0]?.version ?? 0;

  const { choices, open } = (await admin.call(partnerContract.previewExit, { params })).data;
  const choice = choices.find(({ kind }) => kind === "store.trading");
  assert.deepEqual([choice?.actions.map(({ label }) => label), open], [["暂停营业"], ["门店2"]]);
  const plan = [{ kind: "store.trading", action: "KEEP", receiverId: null }];
  const begin = async (wished: typeof plan) =>
    admin.call(partnerContract.startExit, {
      params,
      body: { reason: "合作终止", fileIds: [], plan: wished, version: await version("partner", partner.id) },
    });
  assert.equal((await begin(plan)).success, false, "no store goes on without its partner");
  const exit = await begin([]);
  await execute(exit.data.id);
  assert.deepEqual(await stateOf([store, centre]), ["SUSPENDED", "SUSPENDED"]);

  const end = async () =>
    admin.call(partnerContract.terminatePartner, {
      params,
      body: { reason: "合作终止", version: await version("partner", partner.id) },
    });
  assert.equal((await end()).msg, "尚有未结业务：门店2");
  const close = async ({ id }: StoreRow) =>
    (
      await admin.call(contract.closeStore, {
        params: { id },
        body: { reason: "合作终止", version: await version("store", id) },
      })
    ).msg;
  assert.equal(await close(store), "");
  assert.equal(await close(centre), "存在未结业务：合作伙伴人员1");
  const leave = { leaveOn: dayOf(app.now()), receivers: [], isEmergency: false, reason: "合作终止" };
  const body = { ...leave, version: await version("partner_staff", person.id) };
  assert.equal((await admin.call(partnerContract.leaveStaff, { params: { id: person.id }, body })).msg, "");
  assert.equal((await end()).msg, "尚有未结业务：门店1");
  assert.equal(await close(centre), "");
  assert.equal((await end()).msg, "");
  await runPartnerJob(app, "partner.close", { partnerId: partner.id });
  const places = await app.rows("select distinct status from organization where id = any($1::uuid[])", [
    [partner.orgId, store.id, centre.id],
  ]);
  assert.deepEqual([places, await stateOf([store, centre])], [[{ status: "DISABLED" }], ["CLOSED", "CLOSED"]]);
});
