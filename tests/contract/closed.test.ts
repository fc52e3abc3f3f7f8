import assert from "node:assert/strict";
import { test } from "node:test";
import { BusinessError, type Endpoint } from "@ops/platform/contract";
import fc from "fast-check";
import { z } from "zod";
import { validatorOf } from "../../platform/server/http/check/validate.ts";
import { parseAnswer } from "./answers.ts";
import { callOf, seed } from "./cases.ts";
import { type Input, validLikeInput } from "./valid-like.ts";
import { world } from "./world.ts";

const app = world();

/** Names of properties that the server owns, in the spellings that attackers try first. */
const serverOwned = [
  "id",
  "orgId",
  "organizationId",
  "ownerId",
  "userId",
  "boolAdmin",
  "isAdmin",
  "version",
  "status",
  "createdBy",
  "createdAt",
  "updatedBy",
  "updatedAt",
  "deletedAt",
  "passwordHash",
  "permissionCodes",
  "roleIds",
  "org_id",
  "constructor",
  "nonsense",
];

/** Makes an input that the schemas of the endpoint accept. */
function accepted(endpoint: Endpoint): Input | null {
  const fits = ({ params, query, body }: Input) =>
    [
      [endpoint.params, params],
      [endpoint.query, query],
      [endpoint.body, body],
    ].every(([schema, value]) => !(schema instanceof z.ZodType) || schema.safeParse(texts(schema, value)).success);
  const texts = (schema: unknown, value: unknown) =>
    schema === endpoint.query || schema === endpoint.params ? asTexts(value as object) : value;
  return fc.sample(validLikeInput(endpoint, []), { numRuns: 300, seed: 1 }).find(fits) ?? null;
}

function asTexts(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

test("A7 properties that nobody declared, and those that the server owns, are refused by name in every body and query", async (context) => {
  const credentials = { console: await app.administrator("console"), portal: await app.administrator("portal") };
  let cases = 0;
  for (const [at, { host, endpoint, name }] of app.offers().entries()) {
    const validate = validatorOf(endpoint);
    const input = accepted(endpoint);
    assert.ok(input, `${name}: no input was found that its own schemas accept`);
    for (const part of endpoint.body ? (["body", "query"] as const) : (["query"] as const)) {
      const undeclared = serverOwned.filter((one) => !(one in (endpoint[part]?.shape ?? {})));
      for (const [number, property] of undeclared.entries()) {
        const bent = { ...input, [part]: { ...input[part], [property]: "1" } };
        // people have no word for such a property (PF-R84), but a program can read its name beside the message
        const told = { success: false, msgCode: "COMMON_PARAM", msg: "参数格式不正确", data: { field: property } };
        const refusal = { msgCode: told.msgCode, message: told.msg, data: told.data };
        assert.throws(() => validate(sentBy(bent)), refusal, `${name}: ${property}`);
        cases++;
        // the server uses the same validator, so each endpoint gets only one of these inputs over the wire, another one
        // each time
        if (number !== at % undeclared.length) continue;
        const call = callOf(endpoint, bent);
        const received = await app.send(host, { ...call, headers: { ...call.headers, ...credentials[host] } });
        assert.partialDeepStrictEqual(parseAnswer(received), told, `${name}: ${property} in the ${part}`);
      }
    }
  }
  context.diagnostic(`${app.offers().length} endpoints, ${cases} cases`);
});

/** Turns values into texts as the server reads them from an address. */
const sentBy = ({ params, query, body }: Input) => ({ params: asTexts(params), query: asTexts(query), body });

test("A7 every column of the database that an endpoint did not declare is refused", async (context) => {
  const columns = await loadColumnNames();
  let cases = 0;
  for (const { endpoint, name } of app.offers()) {
    const input = accepted(endpoint);
    assert.ok(input, name);
    const sent = sentBy(input);
    for (const part of ["query", "body"] as const) {
      const schema = endpoint[part];
      if (!schema) continue; // calls without such a part refuse any content, which the test above proves
      const undeclared = columns.filter((one) => !(one in schema.shape));
      const bent = { ...sent[part], ...Object.fromEntries(undeclared.map((column) => [column, "1"])) };
      const issues = schema.strict().safeParse(bent).error?.issues ?? [];
      const refused = new Set(issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : [])));
      const passed = undeclared.filter((column) => !refused.has(column));
      assert.deepEqual(passed, [], `${name} accepts them in its ${part}`);
      const [first = "nonsense"] = undeclared;
      assert.throws(() => validatorOf(endpoint)({ ...sent, [part]: { ...sent[part], [first]: "1" } }), BusinessError);
      cases += undeclared.length;
    }
  }
  context.diagnostic(`${columns.length} columns, ${cases} cases`);
});

test("A5 a list is filtered and sorted by what it declares, never by another column", async (context) => {
  const columns = [
    ...(await loadColumnNames()),
    "__proto__",
    "t1.password_hash",
    "user.passwordHash",
    "1",
    "id desc",
    "*",
  ];
  let cases = 0;
  for (const { endpoint, name } of app.offers()) {
    const sortBy = endpoint.query?.shape["sortBy"];
    if (!sortBy) continue;
    const declared = new Set(sortOptions(sortBy));
    assert.ok(declared.size > 0, `${name}: the columns to sort by are not a closed list`);
    for (const column of columns) {
      const { success } = z.safeParse(sortBy, column);
      assert.equal(success, declared.has(column), `${name} sorts by ${column}`);
      cases++;
    }
  }
  assert.ok(cases > 0);
  context.diagnostic(`${columns.length} names, ${cases} cases`);
});

test("A7 objects inside bodies are closed as well", () => {
  const open: string[] = [];
  for (const { endpoint, name } of app.offers()) {
    const walk = (node: unknown, place: string) => {
      if (typeof node !== "object" || node === null) return;
      const { type, additionalProperties } = node as { type?: unknown; additionalProperties?: unknown };
      const isTop = place === name;
      if (type === "object" && additionalProperties === undefined && !isTop) open.push(place);
      for (const [key, inner] of Object.entries(node)) walk(inner, `${place}/${key}`);
    };
    for (const part of ["body", "query"] as const) {
      const schema = endpoint[part];
      if (schema) walk(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), name);
    }
  }
  assert.deepEqual(open, [], "use z.strictObject for objects inside inputs");
});

test("the seed of these cases is told, so that a failure can be repeated", (context) =>
  context.diagnostic(`SEED=${seed}`));

async function loadColumnNames(): Promise<string[]> {
  const rows = await app.rows<{ name: string }>(
    "select distinct column_name as name from information_schema.columns where table_schema = 'public'",
  );
  const camel = (text: string) => text.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return [...new Set(rows.flatMap(({ name }) => [name, camel(name)]))];
}

function sortOptions(schema: unknown): string[] {
  const { enum: options } = z.toJSONSchema(schema as z.ZodType, { io: "input" });
  return (options ?? []).map(String);
}
