import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_FEN } from "@ops/platform/contract";
import { z } from "zod";
import { faultOf, parseAnswer } from "./answers.ts";
import { callOf } from "./cases.ts";
import "./promises.ts";
import { exampleOf } from "@ops/authority/server/testing";
import { world } from "./world.ts";

const app = world();
/** One name that the JSON parser refuses, one that is a function of every object, and two more that attackers use. */
const names = ["__proto__", "toString", "constructor", "prototype"];

/** Adds a property to each object in the value, one at a time. */
function* withProperty(value: unknown, name: string): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield Object.fromEntries([...Object.entries(value), [name, "EDIT"]]);
  for (const [key, inner] of Object.entries(value)) {
    for (const changed of withProperty(inner, name)) {
      yield Array.isArray(value)
        ? value.with(Number(key), changed)
        : Object.fromEntries([...Object.entries(value), [key, changed]]);
    }
  }
}

test("PF-R84 no write takes a property with a name that every object inherits, however deep it stands", async (context) => {
  let cases = 0;
  for (const { endpoint, host, name: offer } of app.offers()) {
    const example = endpoint.body && (await exampleOf(endpoint)?.(app));
    if (!example?.input.body) continue;
    const { params = {}, query = {}, body } = example.input;
    const credentials = example.credentials ?? (await app.administrator(host));
    for (const name of names) {
      for (const changed of withProperty(body, name)) {
        const sent = Object.fromEntries(Object.entries(changed ?? {})); // a copy, because zod would leave the name out
        const call = callOf(endpoint, { params: { ...params }, query: { ...query }, body: sent });
        const received = await app.send(host, { ...call, headers: { ...call.headers, ...credentials } });
        const about = `${offer} with ${name}: ${received.text.slice(0, 200)}`;
        assert.equal(faultOf(endpoint, received), null, about);
        assert.equal(parseAnswer(received)?.success, false, about);
        cases++;
      }
    }
  }
  context.diagnostic(`${cases} bodies`);
  assert.ok(cases > 300, `only ${cases} cases`);
});

interface Node {
  type?: string;
  const?: unknown;
  maximum?: number;
  minimum?: number;
  exclusiveMinimum?: number;
}

/** Calls that store numbers as they were sent, because nobody calculates with them. */
const keptAsTheyCame = new Map([
  ["console POST /order/v1/events", "what another system says of an event"],
  ["console POST /vehicle/v1/open/events", "what another system says of an event"],
]);

function numbersIn(value: unknown): Node[] {
  if (typeof value !== "object" || value === null) return [];
  const own: Node = value;
  const isNumber = (own.type === "integer" || own.type === "number") && own.const === undefined;
  return [...(isNumber ? [own] : []), ...Object.values(value).flatMap(numbersIn)];
}

test("PF-R91 no write takes a number of which a thousand could not be added up exactly", (context) => {
  const beyond: string[] = [];
  let cases = 0;
  for (const { endpoint, name } of app.offers().filter((offer) => offer.endpoint.method !== "GET")) {
    for (const schema of [endpoint.query, endpoint.body]) {
      if (!schema) continue;
      for (const { exclusiveMinimum, minimum = exclusiveMinimum, maximum } of numbersIn(
        z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
      )) {
        const largest = Math.max(Math.abs(minimum ?? Number.POSITIVE_INFINITY), maximum ?? Number.POSITIVE_INFINITY);
        if (largest > MOST_FEN && !keptAsTheyCame.has(name)) beyond.push(`${name}: ${minimum} … ${maximum}`);
        cases++;
      }
    }
  }
  assert.deepEqual(beyond, []);
  context.diagnostic(`${cases} numbers`);
  assert.ok(cases > 50, `only ${cases} cases`);
});
