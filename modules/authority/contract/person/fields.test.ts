import assert from "node:assert/strict";
import { test } from "node:test";
import { type Endpoint, ruledFields, ruledKeyOf } from "@ops/platform/contract";
import { z } from "zod";
import * as contract from "../index.ts";

/** Answers that show such a field and that no role restricts, with the reason. */
const excused: Readonly<Record<string, string>> = {
  "GET /user/v1/userInfo": "one's own",
  "GET /common/v1/sms-outbox": "messages, not people: it has a permission of its own",
  "GET /sso/v1/outbox": "messages of a test system",
  "POST /open/v1/tickets/verify": "told to another system, which has no roles (AU-R56)",
};

const endpoints = Object.values<unknown>(contract).filter(
  (value): value is Endpoint => typeof value === "object" && value !== null && "path" in value && "permission" in value,
);

test("AU-R20 wherever the contract answers a field of a person that roles may rule, it is marked", () => {
  assert.ok(endpoints.length > 100);
  const names = [...ruledFields.keys()].filter((key) => /\.(mobilePhone|email|staffNo)$/.test(key));
  const wanted = new Set(names.map((key) => key.slice(key.indexOf(".") + 1)));
  const bare = endpoints.flatMap((one) => {
    const call = contract.callName(one);
    const found = one.answer && !excused[call] ? unmarked(one.answer, wanted) : [];
    return found.map((name) => `${call} ${name}`);
  });
  assert.deepEqual(bare, []);
});

function unmarked(schema: unknown, wanted: ReadonlySet<string>, name = "", depth = 0): string[] {
  if (!(schema instanceof z.ZodType) || depth > 10 || ruledKeyOf(schema)) return [];
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, inner]) => unmarked(inner, wanted, key, depth + 1));
  }
  if (schema instanceof z.ZodArray) return unmarked(schema.element, wanted, name, depth + 1);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return unmarked(schema.unwrap(), wanted, name, depth + 1);
  return wanted.has(name) ? [name] : [];
}
