import assert from "node:assert/strict";
import { test } from "node:test";
import { type SlotPart, shownParts, slot } from "./slot.ts";

const Body = () => null;
const part = (key: string, order: number, more: Partial<SlotPart<{ state: string }>> = {}) => ({
  key,
  title: key,
  order,
  Body,
  ...more,
});

test("PF-R129 the parts of a slot stand in their order, and one that is filled twice is there once", () => {
  const tabs = slot<{ state: string }>();
  assert.deepEqual(tabs.parts(), [], "a slot that nobody fills is empty");
  const fillings = [part("b.two", 20), part("a.late", 30), part("c.first", 10), part("a.two", 20)].map(tabs.fill);
  assert.deepEqual(tabs.parts(), [], "a part is in its place once the console has put it there");
  for (const filling of [...fillings, ...fillings]) filling();
  const keys = tabs.parts().map(({ key }) => key);
  assert.deepEqual(keys, ["c.first", "a.two", "b.two", "a.late"]);
});

test("PF-R129 a part is hidden from those without its permission, and where it has nothing to say", () => {
  const tabs = slot<{ state: string }>();
  const parts = [
    part("open", 1),
    part("one", 2, { needs: "a:b:list" }),
    part("either", 3, { needs: ["a:b:list", "a:b:view"] }),
    part("sold", 4, { when: ({ state }) => state === "SOLD" }),
  ];
  for (const filling of parts.map(tabs.fill)) filling();
  const seen = (state: string, ...codes: string[]) =>
    shownParts(tabs, { state }, (needs) => codes.includes(String(needs))).map(({ key }) => key);
  assert.deepEqual(seen("NEW"), ["open"]);
  assert.deepEqual(seen("NEW", "a:b:view"), ["open", "either"]);
  assert.deepEqual(seen("SOLD", "a:b:list"), ["open", "one", "either", "sold"]);
});
