import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fen } from "./fields.ts";
import { percentage, yuan } from "./numbers.ts";

test("PF-R91 percentages have two decimals, round half up, and 0/0 shows -", () => {
  const vectors = [
    [0, 0, "-"],
    [0, 7, "0.00%"],
    [1, 3, "33.33%"],
    [2, 3, "66.67%"],
    [1, 8, "12.50%"],
    [1, 16, "6.25%"],
    [1, 32, "3.13%"],
    [1, 20_000, "0.01%"],
    [1, 20_001, "0.00%"],
    [7, 7, "100.00%"],
    [1, 1, "100.00%"],
    [201, 200, "100.50%"],
  ] as const;
  for (const [part, whole, shown] of vectors) assert.equal(percentage(part, whole), shown, `${part}/${whole}`);
});

test("PF-R91 the shown percentage is the nearest hundredth, computed in integers", () => {
  const count = fc.integer({ min: 0, max: 50_000_000 });
  fc.assert(
    fc.property(count, fc.integer({ min: 1, max: 50_000_000 }), (part, whole) => {
      const twice = 20_000n * BigInt(part);
      const nearest = (twice + BigInt(whole)) / (2n * BigInt(whole));
      return percentage(part, whole) === `${nearest / 100n}.${String(nearest % 100n).padStart(2, "0")}%`;
    }),
  );
});

test("PF-R91 money is an integer number of 分 on the wire and shown as 元", () => {
  assert.deepEqual([yuan(0), yuan(5), yuan(123_456_789), yuan(100)], ["0.00", "0.05", "1,234,567.89", "1.00"]);
  assert.equal(fen.parse(123), 123);
  for (const bad of [1.5, -1, "100", Number.NaN, 1e308, 2 ** 53, null]) {
    assert.equal(fen.safeParse(bad).success, false, String(bad));
  }
});
