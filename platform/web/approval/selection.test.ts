import assert from "node:assert/strict";
import { test } from "node:test";
import { mayChoose } from "./selection.ts";

const of = (id: string, kind: string, mostTogether: number) => ({ id, kind, mostTogether });

test("PF-R117 several are approved at once only where the flow allows it, of one kind, and no more than it allows", () => {
  const [first, second, third] = [
    of("1", "store.movement", 2),
    of("2", "store.movement", 2),
    of("3", "store.movement", 2),
  ];
  assert.equal(mayChoose(first, []), true);
  assert.equal(mayChoose(second, [first]), true);
  assert.equal(mayChoose(third, [first, second]), false, "no more than the flow allows");
  assert.equal(mayChoose(second, [first, second]), true, "what is chosen can be taken back");
  assert.equal(mayChoose(of("4", "order.cancel", 9), [first]), false, "another kind");
  assert.equal(mayChoose(of("5", "partner.contract", 1), []), false, "each by itself");
});
