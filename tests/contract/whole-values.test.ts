import assert from "node:assert/strict";
import { test } from "node:test";
import { listUsers } from "@ops/authority/contract";
import {
  givenMembership,
  givenOrganization,
  givenUser,
  importing,
  type TestClient,
} from "@ops/authority/server/testing";
import { givenPartner, givenStaff, idNoOf } from "@ops/partner/server/testing";
import { bareField, type Endpoint, type ImportColumn, type ImportKind, metaOf, shapeOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { z } from "zod";
import { parseAnswer } from "./answers.ts";
import { callOf } from "./cases.ts";
import "./promises.ts";
import { exampleOf } from "@ops/authority/server/testing";
import { type Credentials, world } from "./world.ts";

const app = world();
/** The first number belongs to somebody. Nobody has the second one, which has the same mask. */
const [TAKEN, FREE] = ["18855550883", "18855560883"] as const;

/** A text of the same length that is no phone number. */
const CODE = "A8855550883";

/** Finds the free-text fields of a query, into which somebody may type a number. */
function textsOf({ query }: Endpoint): string[] {
  return Object.entries(shapeOf(query)).flatMap(([name, field]) => {
    const inner = bareField(field);
    const isText = inner instanceof z.ZodString && metaOf(field)["dict"] === undefined;
    return isText && inner.safeParse(TAKEN).success ? [name] : [];
  });
}

let traces: Promise<string> | undefined;
/**
 * Makes a person whose number stands masked in every place that shows it, and answers the organisation of that person.
 */
function givenTraces(): Promise<string> {
  traces ??= leaveTraces();
  return traces;
}

async function leaveTraces(): Promise<string> {
  const organization = await givenOrganization(app);
  const user = await givenUser(app, { mobilePhone: TAKEN });
  await givenMembership(app, { user, organization, isPrimary: true });
  await app.clientOf(user, [organization.id]);
  await givenStaff(app, { partner: await givenPartner(app), state: "REVIEW", phone: TAKEN });
  await app.rows(
    `insert into other_account (id, version, created_at, created_by, updated_at, updated_by, platform, external_id, user_id, bind_kind, status)
     values ($1, 1, now(), $2, now(), $2, 'WECOM', $3, $2, 'MANUAL', 'BOUND')`,
    [newId(), user.id, TAKEN],
  );
  await app.rows(
    `insert into sms_outbox (id, mobile_phone, template_code, params, text, gateway, status, created_at, updated_at)
     values ($1, $2, 'LOGIN', '{}', '验证码', 'outbox', 'SENT', now(), now())`,
    [newId(), TAKEN],
  );
  return organization.id;
}

/** Signs in somebody who has every code except those that show something in clear text. */
function signInGuesser(): Promise<TestClient> {
  const kinds = importKinds().map(({ permission }) => permission);
  const codes = [...app.offers().map(({ endpoint }) => endpoint.permission), ...kinds];
  const permissions = [...new Set(codes)].filter((code) => code.includes(":") && !code.endsWith(":unmask"));
  return app.signIn({ permissions });
}

async function givenGuesser(): Promise<Credentials> {
  return { authorization: (await signInGuesser()).token };
}

const importKinds = (): ImportKind[] => app.node.modules.flatMap(({ imports = [] }) => imports.map(({ kind }) => kind));

test("PF-R104 whoever has searched in vain too often learns from no filter of any list whether somebody has a number", async (context) => {
  const organizationId = await givenTraces();
  const [fresh, spent] = [await givenGuesser(), await givenGuesser()];
  const ask = async (endpoint: Endpoint, query: Record<string, string>, credentials: Credentials) => {
    const params = Object.fromEntries(Object.keys(shapeOf(endpoint.params)).map((name) => [name, organizationId]));
    const sent = callOf(endpoint, { params, query, body: undefined });
    const answer = parseAnswer(await app.send("console", { ...sent, headers: { ...sent.headers, ...credentials } }));
    const told = JSON.stringify([answer?.msgCode, answer?.data]);
    // some answers repeat what was typed, so it is replaced before they are compared
    return Object.values(query).reduce((text, typed) => text.replaceAll(typed, "typed"), told);
  };
  const lists = app
    .offers()
    .filter(({ host, endpoint, kind }) => host === "console" && kind === "reads" && textsOf(endpoint).length > 0);
  const people = lists.find(({ endpoint }) => endpoint.path === "/user/v1/users");
  assert.ok(people);
  for (let n = 0; n <= 30; n++) await ask(people.endpoint, { keyword: `1990000${1_000 + n}` }, spent);
  const finding: string[] = [];
  let cases = 0;
  for (const { endpoint } of lists) {
    for (const field of textsOf(endpoint)) {
      const name = `${endpoint.path} ${field}`;
      const [taken, free] = [{ [field]: TAKEN }, { [field]: FREE }];
      if ((await ask(endpoint, taken, fresh)) !== (await ask(endpoint, free, fresh))) finding.push(name);
      assert.equal(
        await ask(endpoint, taken, spent),
        await ask(endpoint, free, spent),
        `${name} tells who has a number`,
      );
      cases++;
    }
  }
  context.diagnostic(`${cases} filters of ${lists.length} lists; these find by a whole number: ${finding.join(", ")}`);
  assert.ok(finding.length >= 8, finding.join());
});

/** Finds the fields of a body that accept a whole phone but no code. */
function phonesOf({ body }: Endpoint): string[] {
  return Object.entries(shapeOf(body)).flatMap(([name, field]) => {
    const inner = bareField(field);
    const isPhone = inner instanceof z.ZodString && inner.safeParse(TAKEN).success && !inner.safeParse(CODE).success;
    return isPhone ? [name] : [];
  });
}

test("PF-R104 whoever has searched in vain too often learns from no write either whether somebody has a number", async (context) => {
  await givenTraces();
  const [fresh, spent] = [await signInGuesser(), await signInGuesser()];
  for (let n = 0; n <= 30; n++) await spent.call(listUsers, { query: { keyword: `1990000${1_000 + n}` } });
  const write = async (endpoint: Endpoint, phone: Record<string, string>, { token }: TestClient) => {
    const example = await exampleOf(endpoint)?.(app);
    assert.ok(example, `${endpoint.path} has no example`);
    const { params = {}, query = {}, body = {} } = example.input;
    const sent = callOf(endpoint, { params: { ...params }, query: { ...query }, body: { ...body, ...phone } });
    const headers = { ...sent.headers, authorization: token };
    return parseAnswer(await app.send("console", { ...sent, headers }))?.msgCode;
  };
  const taking = app
    .offers()
    .filter(({ host, endpoint }) => host === "console" && endpoint.permission !== "public" && endpoint.audit)
    .filter(({ endpoint }) => phonesOf(endpoint).length > 0);
  const telling: string[] = [];
  for (const [n, { endpoint, name }] of taking.entries()) {
    for (const field of phonesOf(endpoint)) {
      // the call may store the free number, so each attempt uses another one
      const [taken, free] = [{ [field]: TAKEN }, { [field]: `1885557${1_000 + n}` }];
      const answers = [await write(endpoint, taken, spent), await write(endpoint, free, spent)];
      assert.equal(answers[0], answers[1], `${name} ${field} tells who has a number`);
      if ((await write(endpoint, taken, fresh)) !== (await write(endpoint, free, fresh))) telling.push(name);
    }
  }
  context.diagnostic(`${taking.length} writes take a phone; these tell whether somebody has it: ${telling.join(", ")}`);
  assert.ok(telling.length >= 4, telling.join());
});

/** A valid but meaningless cell of the form that the column requires. */
async function cellOf({ dict, words, kind, required }: ImportColumn, n: number): Promise<string | null> {
  if (!required) return null;
  if (words) return Object.values(words)[0] ?? null;
  if (kind === "day") return "2026-05-06";
  if (!dict) return `文${n}`;
  const entries = await app.rows<{ value: string }>(
    "select entry_value as value from dict_entry where code = $1 limit 1",
    [dict],
  );
  return entries[0]?.value ?? null;
}

/** Numbers that everybody may know, because they stand on signs and cards. */
const unmasked = new Set(["门店 服务电话"]);

test("PF-R104 no file tries out the numbers under a mask: not one column of any import is left uncounted", async (context) => {
  const columns = importKinds().flatMap((kind) =>
    kind.columns.map((column): [ImportKind, ImportColumn] => [kind, column]),
  );
  const named = columns.filter(
    ([, { title, pattern }]) => (pattern?.test(TAKEN) && !pattern.test(CODE)) || /手机|电话|身份证|证件号/.test(title),
  );
  const counted = columns.filter(([, { whole }]) => whole);
  const wordsOf = (list: typeof columns) => list.map(([kind, { title }]) => `${kind.name} ${title}`);
  assert.deepEqual(
    wordsOf(counted),
    wordsOf(named).filter((words) => !unmasked.has(words)),
  );
  assert.ok(counted.length >= 7, wordsOf(counted).join());
  const alike = ({ pattern }: ImportColumn, n: number) =>
    pattern ? `18855${10 + n}0883` : `11010119900101${10 + n}002X`;
  const unlike = ({ pattern }: ImportColumn, n: number) => (pattern ? `1330000${1_000 + n}` : idNoOf(n));
  const fileOf = (kind: ImportKind, numberOf: (column: ImportColumn, n: number) => string | null) =>
    Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        Promise.all(kind.columns.map((column) => numberOf(column, n) ?? cellOf(column, n))),
      ),
    );
  for (const [kind, tried] of counted) {
    const { check } = importing(app, kind);
    const honest = await fileOf(kind, (column, n) => (column.whole ? unlike(column, n) : null));
    assert.equal((await check(await signInGuesser(), honest)).msg, "", kind.name);
    const guessed = await fileOf(kind, (column, n) =>
      column === tried ? alike(column, n) : column.whole ? unlike(column, n) : null,
    );
    const { msgCode } = await check(await signInGuesser(), guessed);
    assert.equal(msgCode, "UNMASK_SEARCH_LIMIT", `${kind.name} ${tried.title}`);
  }
  context.diagnostic(`${counted.length} columns: ${wordsOf(counted).join(", ")}`);
});
