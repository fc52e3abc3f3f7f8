import assert from "node:assert/strict";
import { test } from "node:test";
import { Gifts, port } from "./port.ts";

const colours = port<{ readonly name: string }>("probe.colours", ({ name }) => {
  if (name === "") throw new Error("a colour has a name");
});
const sizes = port<number>("probe.sizes");

test("a port gets what the modules of this node give it, in their order", () => {
  const below = { gives: [colours.of({ name: "red" }), sizes.of(1)] };
  const above = { gives: [colours.of({ name: "blue" })] };
  const gifts = new Gifts([below, {}, above]);
  assert.deepEqual([gifts.to(colours), gifts.to(sizes)], [[{ name: "red" }, { name: "blue" }], [1]]);
  assert.deepEqual(new Gifts([above]).to(colours), [{ name: "blue" }]);
  assert.deepEqual(new Gifts([]).to(sizes), []);
});

test("a gift that contradicts itself is refused where its module is composed", () => {
  assert.throws(() => colours.of({ name: "" }), /a colour has a name/);
});
