import assert from "node:assert/strict";
import { test } from "node:test";
import { showSide } from "./diff-value.ts";

test("PF-R99 amounts of a change read as money, everything else as it is", () => {
  assert.deepEqual(
    [showSide("dueFen", "25890000"), showSide("fen", "-100"), showSide("dueFen", null), showSide("dueFen", "******")],
    ["¥258,900.00", "-¥1.00", "-", "******"],
  );
  assert.deepEqual([showSide("version", "25890000"), showSide("remark", "")], ["25890000", "-"]);
});
