import assert from "node:assert/strict";
import { test } from "node:test";
import { type Endpoint, MAX_PAGE_SIZE } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { z } from "zod";
import { ask, inputAbout, isVersioned } from "./matrix-calls.ts";
import { factsOf, type Kind, kinds } from "./matrix-kinds.ts";
import { type Scope, scopes, sees } from "./matrix-model.ts";
import {
  type Caller,
  type Ground,
  givenAdministrator,
  givenCaller,
  givenGround,
  type Holding,
  type Place,
  treeOf,
} from "./matrix-places.ts";
import { isList, keyOf, type Listing, listings, type Pointer, pointersOf, refusedAs, uncompared } from "./matrix-table.ts";
import { world } from "./world.ts";

const FORBIDDEN = "COMMON_FORBIDDEN";
const NOT_FOUND = "COMMON_NOT_FOUND";

const app = world();
let ground: Ground;
let admin: Caller;
/** Not in `before`: those of one file do not wait for each other. */
async function arrange(): Promise<void> {
  ground ??= await givenGround(app);
  admin ??= await givenAdministrator(ground);
}

const endpoints = () => app.offers().flatMap(({ host, endpoint }) => (host === "console" ? [endpoint] : []));
const guarded = () => endpoints().filter(({ permission }) => permission !== "public" && permission !== "session");
const codes = () => [...new Set(guarded().map(({ permission }) => permission))];

const callers = new Map<string, Promise<Caller>>();

/** Arranged once for all endpoints that ask for the same. */
function caller(name: string, holding: () => Holding): Promise<Caller> {
  const known = callers.get(name) ?? givenCaller(ground, holding());
  callers.set(name, known);
  return known;
}

const withNothing = () => caller("nothing", () => []);
const withOthers = (code: string) => caller(`all but ${code}`, () => [{ codes: others(code), scope: "ALL" }]);
const exactly = (code: string, scope: Scope) => caller(`${code} ${scope}`, () => [{ codes: [code], scope }]);
/** Every other code reaches everything: none of that may widen what this one reaches (PF-R105). */
const besides = (code: string, scope: Scope) =>
  caller(`${code} ${scope} besides`, () => [
    { codes: [code], scope },
    { codes: others(code), scope: "ALL" },
  ]);
const others = (code: string) => codes().filter((one) => one !== code);

/** Who calls, by name. */
async function holdersOf(code: string): Promise<[string, Caller][]> {
  const holders: [string, Caller][] = [["administrator", admin]];
  for (const scope of scopes) {
    holders.push([`only ${scope}`, await exactly(code, scope)], [`${scope} besides others`, await besides(code, scope)]);
  }
  return holders;
}

test("matrix: every path with a record and every list is known to the tables, or excused with a reason", () => {
  const unknown = endpoints().filter((endpoint) => pointersOf(endpoint) === null);
  assert.deepEqual(unknown.map(keyOf), [], "say in matrix-table.ts which kind of record the path names");
  const lists = endpoints().filter(isList).map(keyOf);
  const open = lists.filter((key) => !(key in listings) && !(key in uncompared));
  assert.deepEqual(open, [], "say in matrix-table.ts what these lists show");
});

test("matrix: roles × every endpoint", async (context) => {
  await arrange();
  const leaks: string[] = [];
  let cases = 0;
  const check = async (endpoint: Endpoint, name: string, who: Pick<Caller, "credentials">, isOpen: boolean) => {
    const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((hole) => [hole, newId()]));
    const input = { params, query: {}, body: endpoint.body && { nonsense: 1 } };
    const { msgCode, status } = await ask(ground, endpoint, input, who);
    if ((msgCode !== FORBIDDEN) !== isOpen || status === 401) leaks.push(`${keyOf(endpoint)} by ${name}: ${status} ${msgCode}`);
    cases++;
  };
  for (const endpoint of guarded()) {
    await check(endpoint, "nobody special", await withNothing(), false);
    await check(endpoint, "all other codes", await withOthers(endpoint.permission), false);
    await check(endpoint, "its code", await exactly(endpoint.permission, "SELF"), true);
    await check(endpoint, "administrator", admin, true);
  }
  for (const endpoint of endpoints().filter(({ permission }) => permission === "session")) {
    // some of these end the session
    await check(endpoint, "nobody special", await givenCaller(ground, []), true);
    await check(endpoint, "administrator", await givenAdministrator(ground), true);
  }
  assert.deepEqual(leaks, []);
  context.diagnostic(`${endpoints().length} endpoints, ${codes().length} codes: ${cases} cases`);
});

test("matrix: lists show exactly what the caller may see", async (context) => {
  await arrange();
  for (const kind of Object.values<Kind>(kinds)) {
    for (const place of kind.places.filter((one) => one !== "missing")) await kind.make(ground, place, admin);
  }
  const leaks: string[] = [];
  let cases = 0;
  const listed = guarded().flatMap((endpoint) => {
    const listing = listings[keyOf(endpoint)];
    return listing ? [{ endpoint, listing, kind: kinds[listing.kind] }] : [];
  });
  const arranged = [];
  for (const one of listed) arranged.push({ ...one, holders: await holdersOf(one.endpoint.permission) });
  const tree = await treeOf(ground);
  for (const { endpoint, listing, kind, holders } of arranged) {
    for (const [name, who] of holders) {
      const shown = await shownTo(endpoint, listing, who);
      const facts = await factsOf(ground, kind);
      const wanted = new Set(facts.filter((fact) => sees(who, fact, tree)).map(({ id }) => id));
      const tooMany = [...shown].filter((id) => !wanted.has(id));
      const tooFew = listing.partly ? [] : [...wanted].filter((id) => !shown.has(id));
      if (tooMany.length + tooFew.length > 0) {
        leaks.push(`${keyOf(endpoint)} by ${name}: ${tooMany.length} too many, ${tooFew.length} of ${wanted.size} missing`);
      }
      cases++;
    }
  }
  assert.deepEqual(leaks, []);
  assert.equal(listed.length, Object.keys(listings).length, "a list of the table does not exist");
  context.diagnostic(`${listed.length} lists: ${cases} cases; not compared: ${Object.keys(uncompared).length}`);
});

const Row = z.looseObject({ id: z.string().optional(), userId: z.string().optional() });
const Shown = z.union([
  z.array(Row),
  z.object({ list: z.array(Row) }).transform(({ list }) => list),
  z.object({ nodes: z.array(Row) }).transform(({ nodes }) => nodes),
]);

/** Page after page; nothing when what the list belongs to is not visible. */
async function shownTo(endpoint: Endpoint, { id = "id", input }: Listing, who: Caller): Promise<Set<string>> {
  const shown = new Set<string>();
  const isPaged = "pageNo" in (endpoint.query?.shape ?? {});
  for (let pageNo = 1; ; pageNo++) {
    const { params = {}, query = {} } = input?.(ground) ?? {};
    const paging = isPaged ? { pageNo, pageSize: MAX_PAGE_SIZE } : {};
    const answer = await ask(ground, endpoint, { params, query: { ...query, ...paging }, body: undefined }, who);
    if (answer.msgCode === NOT_FOUND && input) return shown;
    assert.ok(answer.success, `${keyOf(endpoint)}: ${answer.msgCode} ${answer.msg}`);
    const rows = Shown.parse(answer.data);
    for (const row of rows) shown.add(String(row[id]));
    if (!isPaged || rows.length < MAX_PAGE_SIZE) return shown;
  }
}

test("matrix: records × scopes × roles × every endpoint that names a record", async (context) => {
  await arrange();
  const leaks: string[] = [];
  const counts = new Map<string, number>();
  for (const endpoint of guarded()) {
    const roleless: [string, Caller][] = [
      ["nobody special", await withNothing()],
      ["all other codes", await withOthers(endpoint.permission)],
    ];
    const holders = await holdersOf(endpoint.permission);
    for (const pointer of pointersOf(endpoint) ?? []) {
      for (const place of kinds[pointer.kind].places) {
        const kept: Kept = new Map();
        for (const [name, who] of [...roleless, ...holders]) {
          const isHolder = holders.some(([holder]) => holder === name);
          const fault = await faultOf(endpoint, pointer, { place, who, isHolder, kept });
          if (fault) leaks.push(`${keyOf(endpoint)} (${pointer.name}) by ${name}, ${place}: ${fault}`);
          counts.set(pointer.kind, (counts.get(pointer.kind) ?? 0) + 1);
        }
      }
    }
  }
  context.diagnostic([...counts].map(([kind, n]) => `${kind} ${n}`).join(", "));
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const plain = guarded().filter((endpoint) => pointersOf(endpoint)?.length === 0);
  context.diagnostic(`${total} cases, ${leaks.length} leaks; roles only: ${plain.length} of ${guarded().length} guarded endpoints`);
  assert.deepEqual(leaks, []);
});

type Kept = Map<Place, string>;

interface Case {
  readonly place: Place;
  readonly who: Caller;
  readonly isHolder: boolean;
  /** Records that calls leave as they are serve all callers. */
  readonly kept: Kept;
}

async function faultOf(endpoint: Endpoint, pointer: Pointer, { place, who, isHolder, kept }: Case): Promise<string | null> {
  const kind = kinds[pointer.kind];
  const isKept = place !== "own" && (endpoint.method === "GET" || isVersioned(endpoint));
  const record = (isKept ? kept.get(place) : undefined) ?? (await kind.make(ground, place, who));
  kept.set(place, record);
  const fact = (await factsOf(ground, kind)).find(({ id }) => id === record);
  const answer = await ask(ground, endpoint, inputAbout(ground, endpoint, pointer, record), who);
  const got = `${answer.msgCode} ${answer.msg}`;
  if (!isHolder) return answer.msgCode === FORBIDDEN ? null : `not forbidden but ${got}`;
  if (sees(who, fact, await treeOf(ground))) {
    const isOpen = ![FORBIDDEN, NOT_FOUND, "COMMON_PARAM"].includes(answer.msgCode) && answer.status === 200;
    return isOpen ? null : `should be seen but ${got}`;
  }
  if (place === "own") return answer.success ? "is not in scope but was done" : null;
  const told = refusalsIn(answer.data) ?? answer.msgCode;
  return [NOT_FOUND, ...(refusedAs[keyOf(endpoint)] ?? [])].includes(told) ? null : `should be hidden but ${got}`;
}

/** A check that answers refusals instead of being refused. */
function refusalsIn(data: unknown): string | null {
  const found = z.object({ refusals: z.array(z.object({ msgCode: z.string() })) }).safeParse(data);
  return found.data?.refusals[0]?.msgCode ?? null;
}
