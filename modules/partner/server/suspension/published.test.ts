import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { defineModule, newId, type Tx } from "@ops/platform/server";
import { partnerFlagsChanged, partnerRestored, partnerSuspended } from "../../contract/index.ts";
import { type CascadeKind, cascadePort, type TouchedItem } from "../cascade/kinds.ts";
import { liveFlags, lookupPartners, type PublishedPartner, partnerAbove, partnersAbove } from "../company/published.ts";
import { switchFlagsOff, switchFlagsOn } from "../contract/apply-terms.ts";
import { lockSeats } from "../staff/find.ts";
import { givenPartner, givenStore, testApp } from "../testing.ts";
import { choicesOf } from "./choices.ts";
import { OpenClues } from "./testing.ts";
import { storyOf } from "./testing-story.ts";

const clues = new OpenClues();

const bigPartners = new Set<string>();
const asked: (number | undefined)[] = [];
/** Orders of a module above; partners that are not big have none. */
const orders: CascadeKind = {
  kind: "orderProbe.open",
  label: "未结订单",
  actions: [{ action: "HOLD", label: "保留" }],
  defaultAction: "HOLD",
  countOf: async (_tx: Tx, { id }: PublishedPartner) => (bigPartners.has(id) ? 20_000 : 0),
  list: async (_tx, { id }, most = 20_000) => {
    if (!bigPartners.has(id)) return [];
    asked.push(most);
    return Array.from({ length: most }, (_, n) => ({ id: String(n), label: `订单${n}` }));
  },
  act: async () => ({ before: {}, after: {} }),
  restore: async (_tx: Tx, { action }: TouchedItem) => (action === "HOLD" ? "RESTORED" : "保留"),
};
const app = testApp(clues.module, defineModule({ name: "orderProbe", gives: [cascadePort.of(orders)] }));
const { given, suspended, resumed } = storyOf(app);
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);

test("partnerAbove: a store belongs to the partner next above it, the brand's own to nobody, many with one question", async () => {
  const [one, other] = [await givenPartner(app), await givenPartner(app, { state: "SUSPENDED" })];
  const [store, foreign] = [await givenStore(app, one), await givenStore(app, other)];
  const own = await givenOrganization(app);
  const team = await givenOrganization(app, { type: "DEPT", parent: store });
  const above = await run((tx) => partnersAbove(tx, [store.id, foreign.id, own.id, team.id, one.orgId ?? "", newId()]));
  assert.deepEqual(
    new Map([...above].map(([id, { partnerNo, state }]) => [id, [partnerNo, state]])),
    new Map([
      [store.id, [one.partnerNo, "ACTIVE"]],
      [team.id, [one.partnerNo, "ACTIVE"]],
      [one.orgId, [one.partnerNo, "ACTIVE"]],
      [foreign.id, [other.partnerNo, "SUSPENDED"]],
    ]),
  );
  assert.equal(await run((tx) => partnerAbove(tx, own.id)), null);
  assert.equal((await run((tx) => partnerAbove(tx, store.id)))?.id, one.id);
  const found = await run((tx) => lookupPartners(tx, [one.id, newId()]));
  assert.deepEqual([...found.keys()], [one.id]);
  assert.ok(!Object.keys(found.get(one.id) ?? {}).some((name) => /cipher|hash/i.test(name)), "nothing under seal");
});

test("PT-R6 liveFlags: what the contract allows less what is off, and others hear each change once", async () => {
  const { partner } = await given({ staff: 0 });
  const flagsNow = () => run((tx) => liveFlags(tx, partner.id));
  const changes = async () =>
    (await app.published(partnerFlagsChanged)).filter(({ partnerId }) => partnerId === partner.id).length;
  const [before, told] = [await flagsNow(), await changes()];
  assert.ok(before.includes("CLUE"));
  const off = { source: "HQ", flags: ["CLUE"], reason: "限制" } as const;
  const switchOff = () => run(async (tx) => switchFlagsOff(tx, await lockSeats(tx, partner.id), off));
  await switchOff();
  assert.deepEqual(
    await flagsNow(),
    before.filter((flag) => flag !== "CLUE"),
  );
  await switchOff(); // the second call changes nothing
  assert.equal(await changes(), told + 1);
  await run(async (tx) => switchFlagsOn(tx, await lockSeats(tx, partner.id), "HQ"));
  assert.deepEqual([await flagsNow(), await changes()], [before, told + 2]);
  assert.deepEqual(await run((tx) => liveFlags(tx, newId())), []);
});

test("PT-R7 a kind with thousands of things counts them by itself; only those that are shown are listed", async () => {
  const { partner } = await given({ staff: 0 });
  bigPartners.add(partner.id);
  const choices = await run((tx) => choicesOf(tx, partner));
  const shown = choices.find((choice) => choice.kind === orders.kind);
  assert.deepEqual([shown?.count, shown?.sample, asked], [20_000, ["订单0", "订单1", "订单2"], [3]]);
});

test("PT-R7 PT-R8 others hear that a partner stopped and that it works again", async () => {
  const one = await given({ staff: 1 });
  const heard = async (event: typeof partnerSuspended) =>
    (await app.published(event)).filter(({ partnerId }) => partnerId === one.partner.id).length;
  const suspension = await suspended(one);
  assert.deepEqual([await heard(partnerSuspended), await heard(partnerRestored)], [1, 0]);
  await resumed(one, suspension.id);
  assert.deepEqual([await heard(partnerSuspended), await heard(partnerRestored)], [1, 1]);
});
