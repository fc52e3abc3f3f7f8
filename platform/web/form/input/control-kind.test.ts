import assert from "node:assert/strict";
import { test } from "node:test";
import { boundedText, day, dictCode, fen, oneOf, requiredText } from "@ops/platform/contract";
import { z } from "zod";
import { controlKind } from "./control-kind.ts";

const words = { A: "甲", B: "乙" };
const body = z.object({
  title: requiredText("名称", 100),
  note: boundedText("备注", 200).nullable(),
  kind: oneOf(words),
  uses: z.array(oneOf(words)).default([]),
  level: dictCode("level").optional(),
  startOn: day.nullable().default(null),
  depositFen: fen.nullable(),
  sort: z.int(),
  rank: z.int().min(0).max(999).nullable(),
  isOpen: z.boolean(),
});

test("a field of a form is typed with the control that its schema tells", () => {
  const kinds = Object.keys(body.shape).map((name) => [name, controlKind(body, name)]);
  assert.deepEqual(Object.fromEntries(kinds), {
    title: { kind: "text", multiple: false },
    note: { kind: "longText", multiple: false },
    kind: { kind: "words", words, multiple: false },
    uses: { kind: "words", words, multiple: true },
    level: { kind: "dict", multiple: false },
    startOn: { kind: "day", multiple: false },
    depositFen: { kind: "fen", multiple: false },
    sort: { kind: "number", bounds: {}, multiple: false },
    rank: { kind: "number", bounds: { min: 0, max: 999 }, multiple: false },
    isOpen: { kind: "flag", multiple: false },
  });
});
