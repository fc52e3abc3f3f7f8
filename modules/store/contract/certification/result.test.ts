import assert from "node:assert/strict";
import { test } from "node:test";
import { type AskedItem, certScoreOf, isEnough, isHopeless, missingBeforeReview, type ShownResult } from "./result.ts";

const item = (id: string, more: Partial<AskedItem> = {}): AskedItem => ({
  id,
  name: id,
  side: "UP",
  isRequired: true,
  weight: 0,
  retryLimit: 0,
  evidenceMin: 0,
  ...more,
});
const result = (itemId: string, score: number | null, more: Partial<ShownResult> = {}): ShownResult => ({
  itemId,
  score,
  isPassed: true,
  attempts: 1,
  fileIds: [],
  ...more,
});
const items = [
  item("考试", { weight: 60, retryLimit: 1 }),
  item("实操", { weight: 40, isRequired: false }),
  item("红线", { side: "DOWN" }),
];
const tried = (results: ShownResult[], passScore = 80) => ({ items, results, passScore });

test("ST-R15 certified iff every required item is passed and the weighted score is reached", () => {
  const good = [result("考试", 82), result("实操", 90)];
  assert.equal(certScoreOf(tried(good)), 85.2);
  assert.equal(isEnough(tried(good)), true);
  assert.equal(isEnough(tried(good, 85)), true);
  assert.equal(isEnough(tried(good, 86)), false);
  assert.equal(isEnough(tried([result("考试", 82, { isPassed: false }), result("实操", 90)])), false);
  assert.equal(isEnough(tried([result("考试", 82), result("实操", 90, { isPassed: false })])), true);
  assert.equal(isEnough(tried([result("实操", 90)], 0)), false, "a required item without a result is not passed");
  assert.equal(isEnough(tried([result("考试", 80), result("实操", 80)])), true, "the pass score itself is enough");
  assert.equal(certScoreOf(tried([result("考试", 82)])), 49.2, "what has no result counts as 0");
  const unscored = { items: [item("证书")], results: [result("证书", null)], passScore: 80 };
  assert.equal(certScoreOf(unscored), null);
  assert.equal(isEnough(unscored), true);
});

test("ST-R15 nothing is left when a required item, or every scored one, is used up", () => {
  const failed = (attempts: number) => [result("考试", 50, { isPassed: false, attempts }), result("实操", 90)];
  assert.equal(isHopeless(tried(failed(1))), false);
  assert.equal(isHopeless(tried(failed(2))), true);
  assert.equal(isHopeless(tried([result("考试", 70, { attempts: 2 }), result("实操", 60)])), true);
  assert.equal(isHopeless(tried([result("考试", 70, { attempts: 1 }), result("实操", 60)])), false);
  assert.equal(isHopeless(tried([result("考试", 90, { attempts: 2 }), result("实操", 90)])), false);
  assert.equal(isHopeless(tried([])), false, "nothing was tried yet");
  const refused = result("考试", 95, { isPassed: false, attempts: 2 });
  assert.equal(isHopeless(tried([refused, result("实操", 95)])), true, "points do not help without the required item");
});

test("ST-R15 nothing is left when the best result of what may be tried again is not enough", () => {
  const asked = [item("考试", { weight: 60 }), item("实操", { weight: 40, retryLimit: 1 })];
  const shown = (exam: number) => ({
    items: asked,
    results: [result("考试", exam), result("实操", 50)],
    passScore: 80,
  });
  assert.equal(isHopeless(shown(20)), true, "52 at best");
  assert.equal(isHopeless(shown(66)), true, "79.6 at best");
  assert.equal(isHopeless(shown(67)), false, "80.2 at best");
});

test("ST-R15 results are complete before the review: required and scored items, with their evidence", () => {
  assert.equal(missingBeforeReview(tried([result("考试", 82)]))?.item.id, "实操");
  assert.equal(missingBeforeReview(tried([result("考试", 82), result("实操", 90)])), null);
  const asked = { items: [item("实操", { evidenceMin: 2 })], passScore: 0 };
  const shown = (...fileIds: string[]) => missingBeforeReview({ ...asked, results: [result("实操", 1, { fileIds })] });
  assert.deepEqual(shown("a")?.files, 2);
  assert.equal(shown("a", "b"), null);
  const missing = (one: AskedItem) => missingBeforeReview({ items: [one], results: [], passScore: 0 });
  assert.deepEqual(missing(item("证书", { evidenceMin: 2 })), { item: item("证书", { evidenceMin: 2 }), files: 0 });
  assert.equal(missing(item("加分", { isRequired: false, weight: 1 }))?.item.id, "加分");
  assert.equal(missingBeforeReview({ items: [item("选修", { isRequired: false })], results: [], passScore: 0 }), null);
});
