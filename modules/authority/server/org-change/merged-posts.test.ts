import assert from "node:assert/strict";
import { test } from "node:test";
import { mergedPosts, type PostSpan } from "./merged-posts.ts";

const [HERE, THERE] = ["source", "target"];
const post = (id: string, wishes: Partial<PostSpan> = {}): PostSpan => ({
  id,
  userId: "u",
  positionId: "p",
  organizationId: HERE,
  status: "EFFECTIVE",
  startDate: "2026-01-01",
  endDate: null,
  isPrimary: false,
  ...wishes,
});
const there = { organizationId: THERE };
const future = { status: "FUTURE" } as const;
const merged = (...spans: PostSpan[]) => mergedPosts(spans, THERE);

test("AU-R42 posts of other people or in other positions stay beside each other", () => {
  const spans = [post("a"), post("b", { userId: "v", ...there }), post("c", { positionId: "q", ...there })];
  assert.deepEqual(merged(...spans), { kept: spans, folded: [] });
});

test("AU-R42 AU-R13 of the same post twice the one in the target stays, from the first day of either to the last", () => {
  const days: [ours: (string | null)[], theirs: (string | null)[], joined: (string | null)[]][] = [
    [
      ["2026-01-01", "2026-06-30"],
      ["2026-03-01", "2026-09-30"],
      ["2026-01-01", "2026-09-30"],
    ],
    [
      ["2026-03-01", "2026-09-30"],
      ["2026-01-01", "2026-06-30"],
      ["2026-01-01", "2026-09-30"],
    ],
    [
      ["2026-03-01", null],
      ["2026-01-01", "2026-06-30"],
      ["2026-01-01", null],
    ],
    [
      ["2026-01-01", "2026-06-30"],
      ["2026-03-01", null],
      ["2026-01-01", null],
    ],
    [
      ["2026-01-01", "2026-01-31"],
      ["2026-03-01", null],
      ["2026-01-01", null],
    ], // both are in force, so one post is left
  ];
  for (const [ours, theirs, joined] of days) {
    const [a, b] = [
      post("a", { startDate: ours[0] ?? "", endDate: ours[1] ?? null }),
      post("b", { ...there, startDate: theirs[0] ?? "", endDate: theirs[1] ?? null }),
    ];
    const kept = [{ ...b, startDate: joined[0] ?? "", endDate: joined[1] ?? null }];
    assert.deepEqual(merged(a, b), { kept, folded: [{ id: "a", into: "b" }] });
  }
});

test("AU-R42 AU-R13 a post that somebody has three times is kept once", () => {
  const { kept, folded } = merged(post("a"), post("b"), post("c", { ...there, endDate: "2026-12-31" }));
  assert.deepEqual(kept, [post("c", there)]);
  assert.deepEqual(folded, [
    { id: "a", into: "c" },
    { id: "b", into: "c" },
  ]);
});

test("AU-R42 AU-R12 whichever of the two was the primary one, the one that stays is", () => {
  for (const [ours, theirs] of [
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    const { kept } = merged(post("a", { isPrimary: ours }), post("b", { ...there, isPrimary: theirs }));
    assert.deepEqual(
      kept.map(({ id, isPrimary }) => [id, isPrimary]),
      [["b", ours || theirs]],
    );
  }
});

test("AU-R42 what is in force stays before what lies ahead, wherever it is; what lies ahead joins it only on the same days", () => {
  const ahead = post("b", { ...there, ...future, startDate: "2026-07-01", endDate: "2026-12-31" });
  const outcome = (endDate: string | null) => {
    const { kept, folded } = merged(ahead, post("a", { endDate }));
    return [kept.map(({ id, startDate, endDate: until }) => [id, startDate, until]), folded];
  };
  const apart = [
    ["a", "2026-01-01", "2026-06-30"],
    ["b", "2026-07-01", "2026-12-31"],
  ];
  assert.deepEqual(outcome("2026-06-30"), [apart, []]);
  const joined = [["a", "2026-01-01", "2026-12-31"]];
  assert.deepEqual(outcome("2026-07-01"), [joined, [{ id: "b", into: "a" }]]);
  assert.deepEqual(outcome(null), [[["a", "2026-01-01", null]], [{ id: "b", into: "a" }]]);
  const late = { ...future, startDate: "2027-01-01" };
  const early = post("c", { ...future, startDate: "2026-10-01", endDate: "2026-11-30" });
  assert.deepEqual(merged(early, post("d", { ...there, ...late })), {
    kept: [post("d", { ...there, ...late, startDate: "2026-10-01" })],
    folded: [{ id: "c", into: "d" }],
  });
});

test("AU-R42 a planned post that ends on the day on which the present one begins is joined with it; one that ends a day earlier is not", () => {
  const now = (startDate: string) => post("a", { startDate, endDate: "2026-12-31" });
  const ahead = (endDate: string) => post("b", { ...there, ...future, startDate: "2026-01-01", endDate });
  assert.equal(merged(now("2026-03-01"), ahead("2026-02-28")).kept.length, 2);
  assert.equal(merged(now("2026-03-01"), ahead("2026-03-01")).kept.length, 1);
});

test("AU-R42 a post that was joined with one may then touch the next, which is joined as well", () => {
  const spans = [
    post("a", { startDate: "2026-01-01", endDate: "2026-12-31" }),
    post("b", { ...future, startDate: "2026-11-01", endDate: "2027-03-31" }),
    post("c", { ...there, ...future, startDate: "2027-02-01", endDate: "2027-06-30" }),
  ];
  const { kept, folded } = merged(...spans);
  assert.deepEqual(
    kept.map(({ id, startDate, endDate }) => [id, startDate, endDate]),
    [["a", "2026-01-01", "2027-06-30"]],
  );
  assert.deepEqual(
    folded.toSorted((x, y) => x.id.localeCompare(y.id)),
    [
      { id: "b", into: "a" },
      { id: "c", into: "a" },
    ],
  );
});
