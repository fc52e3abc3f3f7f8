import assert from "node:assert/strict";
import { test } from "node:test";
import { averageScore, isFeedbackOpen, outcomeOf, scoreOf } from "./score.ts";
import type { InterviewVerdict } from "./states.ts";

const round = {
  name: "初试",
  dimensions: [
    { name: "沟通", weight: 50 },
    { name: "产品", weight: 30 },
    { name: "意愿", weight: 20 },
  ],
  passScore: 3.5,
};
const rating = (userId: string, verdict: InterviewVerdict, ...scores: number[]) => ({
  userId,
  verdict,
  items: round.dimensions.map(({ name }, at) => ({ dimension: name, score: scores[at] ?? 0 })),
});
const outcome = (...ratings: ReturnType<typeof rating>[]) => outcomeOf({ round, chairUserId: "chair", ratings });

test("ST-R11 the score of one is the weighted mean, that of the interview the mean of all with two decimals, half up", () => {
  const [one, other] = [rating("chair", "PASS", 4, 3, 5), rating("b", "PASS", 3, 4, 3)];
  assert.equal(scoreOf(round, one.items), 3.9);
  assert.equal(scoreOf(round, other.items), 3.3);
  assert.equal(averageScore(round, [one, other]), 3.6);
  assert.equal(outcome(one, other), "PASSED");
  // 3.90 and 3.75 are 3.825, which is 3.83
  const odd = {
    ...round,
    dimensions: [
      { name: "沟通", weight: 75 },
      { name: "产品", weight: 25 },
    ],
  };
  const items = (a: number, b: number) => [
    { dimension: "沟通", score: a },
    { dimension: "产品", score: b },
  ];
  assert.equal(scoreOf(odd, items(4, 3)), 3.75);
  const two = [
    { ...one, items: items(4, 3) },
    { ...other, items: items(4, 4) },
    { ...other, items: items(4, 4) },
  ];
  assert.equal(averageScore(odd, two), 3.92); // 11.75 ÷ 3 = 3.9166…
  const half = [
    { ...one, items: items(1, 2) },
    { ...one, items: items(1, 1) },
  ];
  assert.equal(
    averageScore(
      {
        ...odd,
        dimensions: [
          { name: "沟通", weight: 99 },
          { name: "产品", weight: 1 },
        ],
      },
      half,
    ),
    1.01,
  ); // 1.005
});

test("ST-R11 an interview passes by itself only if the chair passes, nobody fails and the pass score is reached", () => {
  const good = rating("chair", "PASS", 4, 4, 4);
  assert.equal(outcome(good), "PASSED");
  assert.equal(outcome(good, rating("b", "HOLD", 3, 3, 3)), "PASSED"); // 3.50 is enough
  assert.equal(outcome(good, rating("b", "HOLD", 3, 3, 2)), null); // 3.40
  assert.equal(outcome(good, rating("b", "FAIL", 5, 5, 5)), null);
  assert.equal(outcome(rating("chair", "HOLD", 5, 5, 5), rating("b", "PASS", 5, 5, 5)), null);
  assert.equal(outcome(rating("chair", "FAIL", 5, 5, 5), rating("b", "PASS", 5, 5, 5)), "FAILED");
});

test("ST-R11 one's own feedback may be changed for 24 hours", () => {
  const given = new Date("2026-06-01T10:00:00+08:00");
  assert.equal(isFeedbackOpen(given, new Date("2026-06-02T10:00:00+08:00")), true);
  assert.equal(isFeedbackOpen(given, new Date("2026-06-02T10:00:01+08:00")), false);
});
