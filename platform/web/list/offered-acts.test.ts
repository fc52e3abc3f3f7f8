import assert from "node:assert/strict";
import { test } from "node:test";
import { actsOf, BusinessError, stateMachine, switchStates, version } from "@ops/platform/contract";
import { z } from "zod";
import { nameActs, offerActs, placeOthers } from "./offered-acts.ts";

const states = stateMachine({
  code: "TEA",
  entity: "壶",
  initial: "RAW",
  states: { RAW: "泥坯", FIRED: "成品" },
  moves: {
    fire: { label: "烧制", from: ["RAW"], to: "FIRED" },
    wash: { label: "清洗", from: ["FIRED"], to: "FIRED" },
  },
});
const Pot = z.object({ id: z.string(), name: z.string(), state: states.schema, isOwn: z.boolean(), version });
const PotDetail = Pot.extend({ story: z.string() });
const permission = "tea:pot:edit";
const potActs = actsOf(
  states,
  {
    path: "/tea/v1/pots",
    answer: PotDetail,
    row: Pot,
    number: "name",
    notBy: { columns: ["createdBy"], refusal: () => new BusinessError("TEA_SELF", "须由他人烧制") },
  },
  {
    fire: { permission, audit: "烧制壶", byOther: true, primary: true },
    wash: { permission, audit: "清洗壶", reason: true, title: "清洗", okText: "开始", done: "已清洗" },
    smash: {
      move: "wash",
      permission,
      audit: "砸壶",
      reason: true,
      danger: true,
      button: "砸掉",
      title: ({ name }) => `砸掉${name}`,
      consequence: ({ name }) => `${name}不再可用`,
      when: ({ name }) => name !== "孤品",
    },
  },
);
const pot = { id: "1", name: "紫砂", state: "FIRED" as const, isOwn: false, version: 1 };
const [fire, wash, smash] = offerActs(potActs);

test("an act is offered in the states of its move, to the second of two persons, where its own condition holds", () => {
  const offered = (record: typeof pot | (Omit<typeof pot, "state"> & { state: "RAW" })) =>
    offerActs(potActs).flatMap(({ name, button }) => (button.when(record) ? [name] : []));
  assert.deepEqual(offered(pot), ["wash", "smash"]);
  assert.deepEqual(offered({ ...pot, name: "孤品" }), ["wash"]);
  assert.deepEqual(offered({ ...pot, state: "RAW" }), ["fire"]);
  assert.deepEqual(offered({ ...pot, state: "RAW", isOwn: true }), []);
});

test("the words of an act are those of its move, unless it has its own", () => {
  assert.deepEqual(
    [fire, wash, smash].map((one) => [
      one?.button.label,
      one?.okText,
      one?.title(pot),
      one?.consequence(pot),
      one?.done,
    ]),
    [
      ["烧制", "烧制", "烧制壶 · 紫砂", "", "烧制成功！"],
      ["清洗", "开始", "清洗 · 紫砂", "", "已清洗"],
      ["砸掉", "砸掉", "砸掉紫砂", "紫砂不再可用", "清洗成功！"],
    ],
  );
  assert.deepEqual([fire?.button.primary, wash?.button.primary], [true, false]);
  assert.deepEqual([wash?.button.danger, smash?.button.danger], [false, true]);
});

test("an act is found by its name, whatever move it makes", () => {
  const made = offerActs(potActs).map((offer) => [offer.name, offer] as const);
  const named = nameActs(potActs, made.toReversed());
  assert.deepEqual(Object.keys(named), ["fire", "wash", "smash"]);
  assert.equal(named.smash.button.label, "砸掉");
  assert.equal(named.wash.endpoint, potActs.endpoints.wash);
  // @ts-expect-error no act has this name
  assert.equal(named.polish, undefined);
});

test("acts may go by another field than the state, and call the record as people do", () => {
  const shelf = switchStates("TEA", "壶");
  const Shelved = Pot.extend({ shelfState: shelf.schema });
  const shelfActs = actsOf(
    shelf,
    { path: "/tea/v1/pots", answer: Shelved, stateIn: "shelfState", number: ({ name }) => name.slice(0, 1) },
    { disable: { permission, audit: "下架" } },
  );
  const shelved = { ...pot, shelfState: "ENABLED" as const };
  const [disable] = offerActs(shelfActs);
  assert.equal(disable?.button.when(shelved), true);
  assert.equal(disable?.button.when({ ...shelved, shelfState: "DISABLED" }), false);
  assert.equal(disable?.title(shelved), "停用壶 · 紫");
});

test("what is no act stands behind the acts, or before the one that it names", () => {
  const acts = ["fire", "wash"].map((name) => [name, name] as const);
  const others = [{ label: "log" }, { label: "edit", before: "wash" }, { label: "copy", before: "wash" }];
  assert.deepEqual(
    placeOthers(acts, others, ({ label }) => label),
    ["fire", "edit", "copy", "wash", "log"],
  );
});
