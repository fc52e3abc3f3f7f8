import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { packages } from "./repository.ts";
import { findStrayRooms, findUpwardNeeds, type Needs, needsOf, orderOf } from "./rooms.ts";

const modules = [...packages.keys()]
  .filter((folder) => folder.startsWith("modules/"))
  .map((one) => posix.basename(one));

for (const module of modules) {
  test(`${module}: every room is listed once, and rooms need lower ones alone`, async () => {
    const rooms = await orderOf(module);
    const needs = needsOf(module);
    assert.deepEqual(findStrayRooms(rooms, [...needs.keys()]), [], `modules/${module}/rooms.ts`);
    assert.deepEqual(
      findUpwardNeeds(rooms, needs),
      [],
      "move it to the lower room, or let the higher room fill a hook",
    );
  });
}

const shop: Needs = new Map([
  ["modules/shop/contract/index.ts", ["modules/shop/contract/item/calls.ts"]],
  ["modules/shop/contract/item/calls.ts", ["modules/shop/contract/errors.ts"]],
  ["modules/shop/contract/errors.ts", []],
  ["modules/shop/server/index.ts", ["modules/shop/server/schedules.ts", "modules/shop/server/demo/load.ts"]],
  ["modules/shop/server/schedules.ts", ["modules/shop/server/sale/close.ts"]],
  ["modules/shop/server/database.ts", ["modules/shop/server/tables.generated.ts"]],
  ["modules/shop/server/item/tables.ts", ["modules/shop/server/database.ts", "modules/shop/contract/index.ts"]],
  ["modules/shop/server/sale/close.ts", ["modules/shop/server/item/tables.ts"]],
  ["modules/shop/server/demo/load.ts", ["modules/shop/server/sale/close.ts"]],
]);
const withNeed = (from: string, to: string): Needs => new Map([...shop, [from, [...(shop.get(from) ?? []), to]]]);

test("a need that goes up would be noticed: to a higher room, to the demo data, to the door, from a file below", () => {
  const rooms = ["item", "sale"];
  assert.deepEqual(findUpwardNeeds(rooms, shop), []);
  const planted = [
    ["modules/shop/server/item/tables.ts", "modules/shop/server/sale/close.ts"],
    ["modules/shop/server/sale/close.ts", "modules/shop/server/demo/load.ts"],
    ["modules/shop/server/item/tables.ts", "modules/shop/server/index.ts"],
    ["modules/shop/server/sale/close.ts", "modules/shop/server/schedules.ts"],
    ["modules/shop/contract/item/calls.ts", "modules/shop/contract/index.ts"],
  ] as const;
  for (const [from, to] of planted)
    assert.deepEqual(findUpwardNeeds(rooms, withNeed(from, to)), [`${from} needs ${to}`]);
  const database = "modules/shop/server/database.ts";
  const upward = findUpwardNeeds(rooms, withNeed(database, "modules/shop/server/item/tables.ts"));
  assert.deepEqual(
    upward,
    [`modules/shop/server/item/tables.ts needs ${database}`],
    "what all rooms need stands below",
  );
});

test("a room that is not listed, has no folder or is listed twice would be noticed; demo data and migrations are no rooms", () => {
  const files = [...shop.keys(), "modules/shop/server/migrations/made.ts"];
  assert.deepEqual(findStrayRooms(["item", "sale"], files), []);
  assert.deepEqual(findStrayRooms(["item"], files), ["sale is not listed"]);
  assert.deepEqual(findStrayRooms(["item", "sale", "gone"], files), ["gone has no folder"]);
  assert.deepEqual(findStrayRooms(["item", "sale", "item"], files), ["item is listed twice"]);
});
