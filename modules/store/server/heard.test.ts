import assert from "node:assert/strict";
import { test } from "node:test";
import {
  organizationMoved,
  removePosition,
  staffInPost,
  staffLeft,
  staffOffPost,
  staffTransferred,
} from "@ops/authority/contract";
import { lookupPositions } from "@ops/authority/server";
import { givenOrganization } from "@ops/authority/server/testing";
import { givenPartner } from "@ops/partner/server/testing";
import { addDays, dayOf, suggestAddresses } from "@ops/platform/contract";
import { defineModule, type Holder, on, type Tx, usagesOf } from "@ops/platform/server";
import * as contract from "../contract/index.ts";
import { standDown } from "./certification/post.ts";
import { movementStory } from "./movement/testing.ts";
import { lockStaff } from "./staff/lock.ts";
import { givenKeeper } from "./store/testing.ts";
import {
  givenCertRequired,
  givenFile,
  givenInterview,
  givenProject,
  givenStore,
  givenStorePositions,
  givenStoreStaff,
  testApp,
} from "./testing.ts";

interface Heard {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const heard: Heard[] = [];
const hear = <E extends Parameters<typeof on>[0]>(event: E) =>
  on(event, { name: `clueProbe.${event.name}`, title: "记录" }, async (_tx, payload) => {
    heard.push({ name: event.name, payload });
  });
/** A module above that hears everything that stores tell. */
const clues = defineModule({
  name: "clueProbe",
  listeners: [
    hear(contract.storeOpened),
    hear(contract.storeSuspended),
    hear(contract.storeResumed),
    hear(contract.storeClosed),
    hear(contract.storeChanged),
    hear(staffInPost),
    hear(staffOffPost),
    hear(staffTransferred),
    hear(staffLeft),
  ],
});
const app = testApp(clues);
const story = movementStory(app);
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);

/** What was heard since the last question, with the keys under which it was told in order. */
async function news(): Promise<[string, Heard["payload"]][]> {
  await app.node.events.deliverAll();
  const told = heard.splice(0).map(({ name, payload: { at, ...rest } }): [string, Heard["payload"]] => {
    assert.match(String(at), /^\d{4}-\d\d-\d\dT.*Z$/, name);
    return [name, rest];
  });
  for (const [name, payload] of told) {
    const key = payload["userId"] ?? payload["storeId"];
    const rows = await app.rows("select 1 from event_outbox where name = $1 and key = $2", [name, key]);
    assert.ok(rows.length > 0, `${name} is told by its record`);
  }
  return told;
}

/** Gives a store what it needs to open. */
async function makeReady(storeId: string): Promise<void> {
  const { userId } = await givenStoreStaff(app, { storeId });
  await app.rows("update organization set leader_user_id = $2 where id = $1", [storeId, userId]);
  await app.rows(
    `update store set address = '南京路1号', lng = 121.4, lat = 31.2, phone = '4001234567', legal_entity = '某公司',
       license_no = '91350100M000100Y43', license_file_id = $2 where id = $1`,
    [storeId, await givenFile(app, "store", storeId)],
  );
}

test("store 15 others hear the life of a store: opened on trial and for good, changed, suspended, resumed, closed", async () => {
  const me = await app.signIn({ boolAdmin: true });
  const { region, create } = await givenKeeper(app);
  const { id: storeId } = (await create()).data;
  const params = { id: storeId };
  const next = async () => {
    const [row] = await app.rows<{ version: number }>("select version from store where id = $1", [storeId]);
    return { version: row?.version ?? 0 };
  };
  await makeReady(storeId);
  await news();
  const week = Array.from({ length: 7 }, () => [{ from: "10:00", until: "21:00" }]);
  const hours = { week, exceptions: [], followsHolidays: false, version: null };
  await me.call(contract.saveHours, { params, body: hours });
  assert.deepEqual(await news(), [["store.changed", { storeId }]], "hours");
  assert.equal((await me.call(contract.startTrial, { params, body: await next() })).msg, "");
  assert.deepEqual(await news(), [["store.opened", { storeId, trial: true }]]);
  await me.call(contract.openStore, { params, body: await next() });
  assert.deepEqual(await news(), [["store.opened", { storeId, trial: false }]]);
  await me.call(contract.editStore, { params, body: { shortName: "新简称", ...(await next()) } });
  assert.deepEqual(await news(), [["store.changed", { storeId }]], "an edit");
  const resumeOn = addDays(dayOf(app.now()), 5);
  await me.call(contract.suspendStore, { params, body: { reason: "店面装修", resumeOn, ...(await next()) } });
  assert.deepEqual(await news(), [["store.suspended", { storeId, source: "MANUAL" }]]);
  await me.call(contract.resumeStore, { params, body: await next() });
  assert.deepEqual(await news(), [["store.resumed", { storeId }]]);
  await app.rows("update store_staff set state = 'LEFT', leave_on = current_date where store_id = $1", [storeId]);
  await app.rows("update membership set status = 'ENDED' where organization_id = $1", [storeId]);
  const closing = await me.call(contract.closeStore, { params, body: { reason: "租约到期", ...(await next()) } });
  assert.equal(closing.msg, "");
  assert.deepEqual(await news(), [["store.closed", { storeId }]]);
  await me.call(contract.reopenStore, { params, body: { reason: "续租", ...(await next()) } });
  assert.deepEqual(await news(), [["store.changed", { storeId }]], "a new preparation");
  const partner = await givenPartner(app);
  const body = { reason: "转为合伙经营", operateMode: "PARTNER", partnerId: partner.id, ...(await next()) } as const;
  assert.equal((await me.call(contract.moveStore, { params, body })).msg, "");
  const changed = (await news()).filter(([name]) => name === "store.changed");
  assert.ok(changed.length > 0 && changed.every(([, told]) => told["storeId"] === storeId), "a move");
  assert.notEqual(region.id, partner.orgId);
});

test("store 15 an organisation that moved is told for every store below it, and for no other", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const city = await givenOrganization(app, { type: "CITY", parent: region });
  const below = async (parent: typeof region) =>
    (await givenStore(app, { organization: await givenOrganization(app, { type: "STORE", parent }) })).id;
  const inside = [await below(city), await below(city)];
  await below(region);
  await news();
  await run((tx) => tx.publish(organizationMoved, { orgId: city.id, at: tx.now.toISOString() }));
  assert.deepEqual(
    (await news()).toSorted(([, a], [, b]) => (String(a["storeId"]) < String(b["storeId"]) ? -1 : 1)),
    inside.toSorted().map((storeId) => ["store.changed", { storeId }]),
  );
});

test("store 15 others hear that somebody is in post, off it, transferred and gone, with store and position", async () => {
  const [me, { store, other, person }] = [await story.office(), await story.given()];
  const { userId } = person;
  const positionCode = "salesAdvisor";
  const joining = await givenStoreStaff(app, { storeId: store.id, state: "TO_JOIN" });
  await news();
  const admin = await app.signIn({ boolAdmin: true });
  const body = { version: joining.version };
  const { data } = await admin.call(contract.onboardStaff, { params: { id: joining.id }, body });
  assert.deepEqual(await news(), [["staff.inPost", { userId: data.userId, storeId: store.id, positionCode }]]);
  await givenCertRequired(app);
  await run(async (tx) => standDown(tx, await lockStaff(tx, { staffId: joining.id })));
  assert.deepEqual(await news(), [["staff.offPost", { userId: data.userId, storeId: store.id, positionCode }]]);

  await app.rows("update store_position set is_cert_required = false");

  const effectiveDate = story.today();
  const transfer = await story.asked(me, person, { toStoreId: other.id, effectiveDate });
  await story.decide(transfer.id);
  assert.deepEqual(await news(), []);
  await app.node.timers.fireAll();
  await story.run(transfer.id);
  const moved = { userId, fromStoreId: store.id, storeId: other.id, positionCode };
  assert.deepEqual(await news(), [["staff.transferred", moved]]);
  const leaving = { kind: "LEAVE", leaveType: "RESIGN", effectiveDate: story.dayIn(-1) } as const;
  const leave = await story.asked(me, person, leaving);
  await story.decide(leave.id);
  await app.node.timers.fireAll();
  await story.run(leave.id);
  assert.deepEqual(await news(), [["staff.left", { userId, storeId: other.id, positionCode }]]);
});

test("store 15 work in hand: people of a store by organisation; projects, nodes and interviews by person", async () => {
  const { id: storeId } = await givenStore(app);
  const person = await givenStoreStaff(app, { storeId });
  const userId = person.userId ?? "";
  await givenProject(app, { managerUserId: userId, owner: userId, storeId });
  await givenInterview(app, {
    staff: await givenStoreStaff(app, { storeId, state: "CANDIDATE" }),
    chairUserId: userId,
  });
  const countsOf = (holder: Holder) =>
    run(async (tx) => {
      const counts: [string, string, number][] = [];
      for (const { kind, label, countOf } of tx.workInHand) {
        if (kind.startsWith("store.")) counts.push([kind, label, await countOf(tx, holder)]);
      }
      return counts.filter(([, , count]) => count > 0);
    });
  assert.deepEqual(await countsOf({ kind: "organization", id: storeId }), [["store.staff", "在岗人员", 1]]);
  assert.deepEqual(await countsOf({ kind: "person", id: userId }), [
    ["store.interview", "待面试", 1],
    ["store.project", "门店项目", 1],
    ["store.projectNode", "项目节点", 3],
  ]);
});

test("store 15 usages: a position that stores use is not removed, and a partner shows its stores that are not closed", async () => {
  await givenStorePositions(app);
  const me = await app.signIn({ boolAdmin: true });
  const position = (await run((tx) => lookupPositions(tx, ["deliverySpecialist"]))).get("deliverySpecialist");
  assert.ok(position);
  const usages = (entity: string, id: string) => run((tx) => usagesOf(tx, entity, id));
  assert.deepEqual(await usages("position", position.id), [{ label: "岗位设置", count: 1 }]);
  const refused = await me.call(removePosition, { params: { id: position.id }, query: { version: 1 } });
  assert.equal(refused.msgCode, "COMMON_REFERENCED");
  const partner = await givenPartner(app);
  assert.deepEqual(await usages("partner", partner.id), []);
  const theirs = { operateMode: "PARTNER", partnerId: partner.id } as const;
  await givenStore(app, { ...theirs, state: "PREPARING" });
  await givenStore(app, { ...theirs, state: "CLOSED" });
  assert.deepEqual(await usages("partner", partner.id), [{ label: "门店", count: 1 }]);
});

test("store 15 addresses of stores are suggested to those who see them, closed ones to nobody", async () => {
  const place = { address: "九亭大街188号", districtCode: "310117", lng: 121.32, lat: 31.13 };
  const store = await givenStore(app, place);
  await givenStore(app, { ...place, state: "CLOSED" });
  const ask = async (permissions: string[], organization?: { id: string }) => {
    const scope = organization ? { scope: "ORG" as const, organization } : {};
    const client = await app.signIn({ permissions, ...scope });
    const { data } = await client.call(suggestAddresses, { query: { keyword: "九亭大街" } });
    return data.map(({ name, address, regionCode, lng, lat }) => [name, address, regionCode, lng, lat]);
  };
  const told = [[store.name, place.address, "310117", 121.32, 31.13]];
  assert.deepEqual(await ask(["store:store:list"]), told);
  assert.deepEqual(await ask(["store:store:list"], { id: store.id }), told);
  assert.deepEqual(await ask(["store:store:list"], await givenOrganization(app)), []);
  assert.deepEqual(await ask([]), []);
});
