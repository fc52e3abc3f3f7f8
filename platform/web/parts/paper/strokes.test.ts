import assert from "node:assert/strict";
import { test } from "node:test";
import { extendStroke, isSigned, pathOf } from "./strokes.ts";

const at = (x: number, y = 0) => ({ x, y });

test("PF-R130 a stroke takes points as far as the pen moves", () => {
  const begun = extendStroke([], at(0));
  assert.deepEqual(begun, [at(0)]);
  assert.equal(extendStroke(begun, at(1.9)), begun);
  assert.deepEqual(extendStroke(begun, at(2)), [at(0), at(2)]);
});

test("PF-R130 dots and slips are no signature: the ink of all strokes has to be long enough", () => {
  assert.equal(isSigned([]), false);
  assert.equal(isSigned([[at(5)]]), false);
  assert.equal(isSigned([[at(0), at(119)]]), false);
  assert.equal(isSigned([[at(0), at(120)]]), true);
  assert.equal(
    isSigned([
      [at(0), at(60)],
      [at(300), at(360)],
    ]),
    true,
  );
});

test("PF-R130 a stroke is drawn as curves through the middles of its points; a dot is seen", () => {
  assert.equal(pathOf([]), "");
  assert.equal(pathOf([at(3, 4)]), "M3 4h0.1");
  assert.equal(pathOf([at(0), at(10)]), "M0 0L10 0");
  assert.equal(pathOf([at(0), at(10, 10), at(20), at(30.06)]), "M0 0Q10 10 15 5Q20 0 25.1 0L30.1 0");
});
