import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoint } from "@ops/platform/contract";
import { z } from "zod";
import { describe } from "./described.ts";
import { fingerprintOf } from "./fingerprint.ts";

const name = () => z.string().max(20).meta({ label: "名称" });

/** Declares the endpoint again each time, as another process would. */
function declared(body: z.ZodObject, permission: "session" | "public" = "session", audit = "新建") {
  return endpoint({ method: "POST", path: "/made-up/v1/things", permission, audit, body, answer: z.null() });
}

test("AU-R45 the same contract has the same fingerprint, also after it was described and called", () => {
  const tree: z.ZodType = z.lazy(() => z.array(tree));
  const once = () => declared(z.object({ name: name(), kind: z.enum(["A", "B"]).optional(), tree }));
  const first = once();
  const fingerprint = fingerprintOf([first]);
  assert.equal(fingerprintOf([once()]), fingerprint);
  describe(first);
  first.body.safeParse({ name: "一", tree: [[]] });
  assert.equal(fingerprintOf([first]), fingerprint);
});

test("AU-R45 whatever a release asks for otherwise changes the fingerprint", () => {
  const before = fingerprintOf([declared(z.object({ name: name() }))]);
  const others = {
    "another permission": declared(z.object({ name: name() }), "public"),
    "another name": declared(z.object({ name: name() }), "session", "登记"),
    "another length": declared(z.object({ name: z.string().max(21).meta({ label: "名称" }) })),
    "another label": declared(z.object({ name: z.string().max(20).meta({ label: "全称" }) })),
    "an optional field": declared(z.object({ name: name().optional() })),
    "one more field": declared(z.object({ name: name(), no: z.string() })),
    "another pattern": declared(z.object({ name: name().regex(/^\d+$/) })),
    "another choice": declared(z.object({ name: z.enum(["A"]) })),
    "a field deep inside": declared(z.object({ name: name(), parts: z.array(z.object({ no: z.int() })) })),
  };
  const fingerprints = Object.values(others).map((one) => fingerprintOf([one]));
  assert.equal(new Set([before, ...fingerprints]).size, fingerprints.length + 1, Object.keys(others).join(", "));
  const known = declared(z.object({ name: name() }));
  const added = endpoint({ ...known, path: "/made-up/v1/others" });
  assert.equal(fingerprintOf([known, added]), fingerprintOf([added, known]));
  assert.notEqual(fingerprintOf([known, added]), before);
});

test("AU-R45 what stands in the same place is told apart: patterns, days, choices, nothing and descriptions", () => {
  const of = (field: z.ZodType) => fingerprintOf([declared(z.object({ name: field }))]);
  const apart: Record<string, z.ZodType[]> = {
    "the text of a pattern": [z.string().regex(/^a$/), z.string().regex(/^b$/)],
    "the flags of a pattern": [z.string().regex(/^a$/), z.string().regex(/^a$/i)],
    "the first day": [z.date().min(new Date("2026-01-01")), z.date().min(new Date("2026-01-02"))],
    "nothing and its word": [z.literal(null), z.literal("null")],
    "a number and its word": [z.literal(1), z.literal("1")],
    "a set that describes it": [z.string().meta({ of: new Set(["a"]) }), z.string().meta({ of: new Set(["b"]) })],
    "a map that describes it": [
      z.string().meta({ of: new Map([["a", 1]]) }),
      z.string().meta({ of: new Map([["a", 2]]) }),
    ],
    "what a lazy one stands for": [z.lazy(() => z.string()), z.lazy(() => z.number())],
    "the same twice and another": [z.tuple([shared, shared]), z.tuple([shared, z.string().max(5)])],
  };
  for (const [what, fields] of Object.entries(apart)) {
    assert.equal(new Set(fields.map(of)).size, fields.length, what);
  }
  const checked = (least: number) => z.string().refine((text) => text.length > least);
  assert.equal(of(checked(1)), of(checked(2)), "how a rule computes is not part of what is asked for");
});

const shared = z.string().max(4);
