import assert from "node:assert/strict";
import { test } from "node:test";
import type { Endpoint } from "@ops/platform/contract";
import { z } from "zod";
import { faultOf, parseAnswer } from "./answers.ts";
import { callOf } from "./cases.ts";
import "./promises.ts";
import { exampleOf } from "@ops/authority/server/testing";
import type { Input } from "./valid-like.ts";
import type { Received } from "./wire.ts";
import { type Offer, world } from "./world.ts";

const app = world();

/** Names that every object has, and words that no dictionary has. */
const strangers = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "NO_SUCH_CODE"];
/** Calls that write nothing and may be used with any value of the record. */
const looksOnly = new Set(["POST /user/v1/roles/import/check", "POST /user/v1/roles/{id}/preview"]);

interface DictField {
  readonly part: "query" | "body";
  /** Names of properties; `*` stands for every element of a list. */
  readonly path: readonly string[];
  readonly dict: string;
  /** Whether the schema has a fixed choice and therefore refuses other values in its own words. */
  readonly isFixed: boolean;
}

interface Node {
  dict?: string;
  enum?: unknown[];
  anyOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
}

/**
 * Finds the fields with a dictionary in the JSON schema. It does not use the code of the kernel, so that a field which
 * the kernel overlooks is found.
 */
function dictFields(endpoint: Endpoint): DictField[] {
  return (["query", "body"] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema
      ? fieldsIn(JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))), part)
      : [];
  });
}

function fieldsIn(node: Node, part: DictField["part"], path: readonly string[] = []): DictField[] {
  if (node.dict) return [{ part, path, dict: node.dict, isFixed: node.enum !== undefined }];
  return [
    ...(node.anyOf ?? []).flatMap((one) => fieldsIn(one, part, path)),
    ...(node.items ? fieldsIn(node.items, part, [...path, "*"]) : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, one]) => fieldsIn(one, part, [...path, name])),
  ];
}

const coded = () =>
  app
    .offers()
    .filter(({ endpoint }) => endpoint.method !== "GET")
    .flatMap((offer) => dictFields(offer.endpoint).map((field) => ({ offer, field })));

/** Puts a value into a field of the input. A list of codes becomes a list of this one. */
function withCode(input: Input, { part, path }: DictField, code: string): Input {
  return { ...input, [part]: placed(input[part], path, code) };
}

function placed(value: unknown, [name, ...rest]: readonly string[], code: string): unknown {
  if (name === undefined) return code;
  if (name === "*")
    return Array.isArray(value) && value.length > 0
      ? value.map((one) => placed(one, rest, code))
      : [placed({}, rest, code)];
  const holder = z.record(z.string(), z.unknown()).parse(value ?? {});
  return { ...holder, [name]: placed(holder[name], rest, code) };
}

/** Finds the value of the example in this field. */
function codeIn(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (name === "*") return Array.isArray(value) ? codeIn(value[0], rest) : undefined;
  return codeIn(z.record(z.string(), z.unknown()).safeParse(value).data?.[name], rest);
}

async function exampleFor({ endpoint, host, name }: Offer) {
  const example = await exampleOf(endpoint)?.(app);
  assert.ok(example, `${name} writes a code of a dictionary and has no example`);
  const { params = {}, query = {}, body } = example.input;
  const input: Input = { params: { ...params }, query: { ...query }, body: body && { ...body } };
  const credentials = example.credentials ?? (await app.administrator(host));
  const send = (sent: Input): Promise<Received> => {
    const call = callOf(endpoint, sent);
    return app.send(host, { ...call, headers: { ...call.headers, ...credentials } });
  };
  return { input, send };
}

async function entriesOf(dict: string): Promise<string[]> {
  const rows = await app.rows<{ value: string }>(
    "select entry_value as value from dict_entry where code = $1 order by sort",
    [dict],
  );
  return rows.map(({ value }) => value);
}

test("PF-R88 no write takes a value that its dictionary does not have: unknown, of another case, or a name that every object has", async (context) => {
  let cases = 0;
  for (const { offer, field } of coded()) {
    const [known = ""] = await entriesOf(field.dict);
    assert.notEqual(known.toLowerCase(), known, `${field.dict} has no entry whose case could be changed`);
    const { input, send } = await exampleFor(offer);
    for (const code of [...strangers, known.toLowerCase(), ` ${known}x`]) {
      const received = await send(withCode(input, field, code));
      const about = `${offer.name} ${field.path.join(".")} = ${code}: ${received.text.slice(0, 200)}`;
      assert.equal(faultOf(offer.endpoint, received), null, about);
      assert.equal(parseAnswer(received)?.msgCode, "COMMON_PARAM", about);
      if (!field.isFixed) assert.match(parseAnswer(received)?.msg ?? "", /[\u4e00-\u9fff]不在字典中$/, about);
      cases++;
    }
    const answer = parseAnswer(await send(input));
    assert.equal(answer?.success, true, `${offer.name}: the example itself is refused: ${answer?.msg}`);
  }
  context.diagnostic(`${coded().length} fields, ${cases} cases`);
  assert.ok(cases > 100, `only ${cases} cases`);
});

async function whileDisabled<T>(dict: string, code: string, act: () => Promise<T>): Promise<T> {
  const turn = async (status: string) => {
    await app.rows("update dict_entry set status = $3 where code = $1 and entry_value = $2", [dict, code, status]);
    await app.arrange((tx) => tx.invalidate(`dict:${dict}`));
  };
  await turn("DISABLED");
  try {
    return await act();
  } finally {
    await turn("ENABLED");
  }
}

test("PF-R88 a value that was disabled can no longer be chosen, by any write that makes a record", async (context) => {
  let cases = 0;
  for (const { offer, field } of coded()) {
    const { method, path } = offer.endpoint;
    if (method !== "POST" || path.includes("{id}/") || looksOnly.has(`${method} ${path}`)) continue;
    const [known = ""] = await entriesOf(field.dict);
    const { input, send } = await exampleFor(offer);
    const code = z.string().catch(known).parse(codeIn(input[field.part], field.path));
    const received = await whileDisabled(field.dict, code, () => send(withCode(input, field, code)));
    assert.match(
      parseAnswer(received)?.msg ?? "",
      /不在字典中$/,
      `${offer.name} ${field.path} = ${code}: ${received.text}`,
    );
    cases++;
  }
  context.diagnostic(`${cases} fields of new records`);
  assert.ok(cases >= 8, `only ${cases} cases`);
});

test("PF-R88 an edit keeps the value that the record holds, although it was disabled since, and takes no other disabled one", async (context) => {
  let cases = 0;
  for (const { offer, field } of coded()) {
    const isEdit = offer.endpoint.method === "PUT" && offer.endpoint.body?.shape["version"] !== undefined;
    if (!isEdit) continue; // settings that are saved as a whole hold no value that an edit could keep
    const { input, send } = await exampleFor(offer);
    const code = codeIn(input[field.part], field.path);
    if (typeof code !== "string") continue;
    const first = parseAnswer(await send(input));
    const { version } = z.object({ version: z.int() }).parse(first?.data);
    const again = { ...input, body: { ...input.body, version } };
    const kept = await whileDisabled(field.dict, code, () => send(again));
    assert.doesNotMatch(kept.text, /不在字典中/, `${offer.name} ${field.path} = ${code}: ${kept.text}`);
    const other = (await entriesOf(field.dict)).find((one) => one !== code) ?? "";
    const next = { ...again, body: { ...again.body, version: version + (parseAnswer(kept)?.success ? 1 : 0) } };
    const taken = await whileDisabled(field.dict, other, () => send(withCode(next, field, other)));
    assert.equal(parseAnswer(taken)?.success, false, `${offer.name} ${field.path} = ${other}: ${taken.text}`);
    cases++;
  }
  context.diagnostic(`${cases} fields of edits`);
  assert.ok(cases >= 4, `only ${cases} cases`);
});

test("PF-R88 a filter that names an unknown value finds nothing and is no fault", async (context) => {
  let cases = 0;
  for (const offer of app.offers().filter(({ endpoint }) => endpoint.method === "GET")) {
    for (const field of dictFields(offer.endpoint)) {
      const credentials = await app.administrator(offer.host);
      for (const code of strangers) {
        const call = callOf(offer.endpoint, withCode({ params: {}, query: {}, body: undefined }, field, code));
        const received = await app.send(offer.host, { ...call, headers: { ...call.headers, ...credentials } });
        assert.equal(
          faultOf(offer.endpoint, received),
          null,
          `${offer.name} ${field.path} = ${code}: ${received.text}`,
        );
        cases++;
      }
    }
  }
  context.diagnostic(`${cases} filters`);
  assert.ok(cases > 20, `only ${cases} cases`);
});
