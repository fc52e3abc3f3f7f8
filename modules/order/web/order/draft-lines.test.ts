import assert from "node:assert/strict";
import { test } from "node:test";
import { type DraftLine, draftLines, faultOfLines, linesToType, sumOf, typedLines } from "./draft-lines.ts";

const line = (told: Partial<DraftLine>): DraftLine => {
  return { key: 1, kind: "PACK", name: "", amountFen: null, policyId: null, ...told };
};
const policyId = "p1";

test("OR-R2 discounts and trade-ins lower the price, packs and fees raise it", () => {
  const lines = [
    line({ kind: "TRADE_IN", amountFen: 800_000 }),
    line({ kind: "DISCOUNT", amountFen: 100_000 }),
    line({ kind: "PACK", amountFen: 300_000 }),
    line({ kind: "FEE", amountFen: 50_000 }),
    line({ amountFen: null }),
  ];
  assert.equal(sumOf(lines), -550_000);
});

test("OR-R2 a line needs its amount, and a policy unless it is typed freely", () => {
  assert.equal(faultOfLines([line({ amountFen: 0 })]), "请输入每一行的金额");
  assert.equal(faultOfLines([line({ amountFen: -1 })]), "请输入每一行的金额");
  assert.equal(faultOfLines([line({ kind: "FEE", amountFen: 1 })]), "请为优惠与费用选择优惠政策");
  assert.equal(faultOfLines([line({ kind: "FEE", amountFen: 1, policyId }), line({ amountFen: 1 })]), null);
});

test("OR-R2 stored lines are typed anew as positive amounts; the lines of the car stay out", () => {
  const stored = [
    { id: "1", kind: "BASE", name: "基础价", amountFen: 23_990_000, policyId: null },
    { id: "2", kind: "TRADE_IN", name: "置换补贴", amountFen: -800_000, policyId },
    { id: "3", kind: "PACK", name: "充电包", amountFen: 100_000, policyId: null },
  ] as const;
  assert.deepEqual(typedLines(draftLines(stored)), [
    { kind: "TRADE_IN", amountFen: 800_000, policyId },
    { kind: "PACK", amountFen: 100_000, name: "充电包" },
  ]);
});

test("OR-R2 lines as they were sent are typed anew and sent as they were", () => {
  const sent = typedLines([line({ name: "充电包", amountFen: 5 }), line({ kind: "FEE", amountFen: 7, policyId })]);
  assert.deepEqual(typedLines(linesToType(sent)), sent);
});
