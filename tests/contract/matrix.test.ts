import assert from "node:assert/strict";
import { test } from "node:test";
import { type Listing, type Place, places } from "@ops/authority/server/testing";
import { type Endpoint, MAX_PAGE_SIZE } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { z } from "zod";
import { ask, FORBIDDEN, inputAbout, isAs, isVersioned, NOT_FOUND } from "./matrix-calls.ts";
import { factOf, factsOf, kindOf, kinds } from "./matrix-kinds.ts";
import { type Scope, scopes, sees } from "./matrix-model.ts";
import {
  type Caller,
  type Ground,
  givenAdministrator,
  givenCaller,
  givenGround,
  type Holding,
  lineUpFrom,
  treeOf,
} from "./matrix-places.ts";
import {
  type Asked,
  askedBy,
  isGoverned,
  isList,
  keyOf,
  listings,
  pointersOf,
  refusedAs,
  uncompared,
} from "./matrix-table.ts";
import { world } from "./world.ts";

const app = world();
let ground: Ground;
let admin: Caller;
/** This is not done in a `before` hook, because the hooks of one file do not wait for each other. */
async function arrange(): Promise<void> {
  ground ??= await givenGround(app);
  admin ??= await givenAdministrator(ground);
}

const endpoints = () => app.offers().flatMap(({ host, endpoint }) => (host === "console" ? [endpoint] : []));
const permissionOf = ({ permission }: Endpoint): string => permission;
const guarded = () => endpoints().filter(({ permission }) => permission !== "public" && permission !== "session");
const codes = () => [...new Set(guarded().map(permissionOf))];

/** The callers of each code, by their names. */
const callers = new Map<string, Map<string, Promise<Caller>>>();

/** A caller is made once for all endpoints with the same code. */
function caller(code: string, name: string, holding: () => Holding): Promise<Caller> {
  const known = callers.get(code) ?? new Map<string, Promise<Caller>>();
  callers.set(code, known);
  const made = known.get(name) ?? givenCaller(ground, holding());
  known.set(name, made);
  return made;
}

/**
 * Takes the rights of the callers of a code away when its last endpoint is through, because everybody who holds a code
 * is told of the records of later cases. Their roles go as well: with thousands of them, looking for those of a code
 * would take longer than the cases.
 */
async function dismissCallers(code: string): Promise<void> {
  const gone = await Promise.all(callers.get(code)?.values() ?? []);
  callers.delete(code);
  const roleIds = gone.flatMap((one) => one.roleIds);
  await app.rows(
    "with granted as (delete from role_grant where role_id = any($1)) delete from role where id = any($1)",
    [roleIds],
  );
}

const withNothing = () => caller("", "nothing", () => []);
const withOthers = (code: string) => caller(code, "all others", () => [{ codes: others(code), scope: "ALL" }]);
const exactly = (code: string, scope: Scope) => caller(code, scope, () => [{ codes: [code], scope }]);
/** All other codes of the caller reach everything, to prove that they do not widen what this one reaches (PF-R105). */
const besides = (code: string, scope: Scope) =>
  caller(code, `${scope} besides`, () => [
    { codes: [code], scope },
    { codes: others(code), scope: "ALL" },
  ]);
const others = (code: string) => codes().filter((one) => one !== code);

/** Lists the callers by name. */
async function holdersOf(code: string): Promise<[string, Caller][]> {
  const holders: [string, Caller][] = [["administrator", admin]];
  for (const scope of scopes) {
    holders.push([scope, await exactly(code, scope)]);
    if (scope !== "ALL") holders.push([`${scope} besides all others`, await besides(code, scope)]);
  }
  return holders;
}

test("matrix: every path with a record and every list is known to the tables, or excused with a reason", () => {
  const unknown = endpoints().filter((endpoint) => pointersOf(endpoint) === null);
  assert.deepEqual(unknown.map(keyOf), [], "say in server/promises.ts which kind of record the path names");
  const lists = endpoints().filter(isList).map(keyOf);
  const open = lists.filter((key) => !(key in listings) && !(key in uncompared));
  assert.deepEqual(open, [], "say in server/promises.ts what these lists show");
});

test("matrix: every endpoint is open to the roles that hold its code, and to no others", async (context) => {
  await arrange();
  const leaks: string[] = [];
  let cases = 0;
  const check = async (endpoint: Endpoint, name: string, who: Pick<Caller, "credentials">, isOpen: boolean) => {
    const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((hole) => [hole, newId()]));
    const input = { params, query: {}, body: endpoint.body && { nonsense: 1 } };
    const { msgCode, status } = await ask(ground, endpoint, input, who);
    if ((msgCode !== FORBIDDEN) !== isOpen || status === 401)
      leaks.push(`${keyOf(endpoint)} by ${name}: ${status} ${msgCode}`);
    cases++;
  };
  await inParallelByCode(guarded(), permissionOf, async (endpoint) => {
    await check(endpoint, "nobody special", await withNothing(), false);
    await check(endpoint, "all other codes", await withOthers(endpoint.permission), false);
    await check(endpoint, "its code", await exactly(endpoint.permission, "SELF"), true);
    await check(endpoint, "administrator", admin, true);
  });
  for (const endpoint of endpoints().filter((one) => one.permission === "session" && !isGoverned(one))) {
    // new callers, because some of these calls end the session
    await check(endpoint, "nobody special", await givenCaller(ground, []), true);
    await check(endpoint, "administrator", await givenAdministrator(ground), true);
  }
  assert.deepEqual(leaks, []);
  context.diagnostic(`${endpoints().length} endpoints, ${codes().length} codes: ${cases} cases`);
});

test("matrix: lists show exactly what the caller may see", async (context) => {
  await arrange();
  for (const kind of kinds.values()) {
    for (const place of kind.places.filter((one) => one !== "missing")) await kind.make(ground, place, admin);
  }
  const leaks: string[] = [];
  let cases = 0;
  const listed = guarded().flatMap((endpoint) => {
    const listing = listings[keyOf(endpoint)];
    return listing ? [{ endpoint, listing, kind: kindOf(listing.kind) }] : [];
  });
  const arranged: ((typeof listed)[number] & { holders: [string, Caller][] })[] = [];
  await inParallel(listed, async (one) => {
    arranged.push({ ...one, holders: await holdersOf(one.endpoint.permission) });
  });
  const tree = await treeOf(ground);
  await inParallel(arranged, async ({ endpoint, listing, kind, holders }) => {
    const facts = await factsOf(ground, kind);
    for (const [name, who] of holders) {
      const shown = await shownTo(endpoint, listing, who);
      const wanted = new Set(facts.filter((fact) => sees(who, fact, tree)).map(({ id }) => id));
      const tooMany = [...shown].filter((id) => !wanted.has(id));
      const tooFew = listing.partly ? [] : [...wanted].filter((id) => !shown.has(id));
      if (tooMany.length + tooFew.length > 0) {
        leaks.push(
          `${keyOf(endpoint)} by ${name}: ${tooMany.length} too many, ${tooFew.length} of ${wanted.size} missing`,
        );
      }
      cases++;
    }
  });
  for (const { endpoint } of listed) await dismissCallers(endpoint.permission);
  assert.deepEqual(leaks, []);
  assert.equal(listed.length, Object.keys(listings).length, "a list of the table does not exist");
  context.diagnostic(`${listed.length} lists: ${cases} cases; not compared: ${Object.keys(uncompared).length}`);
});

const Row = z.looseObject({ id: z.string().optional(), userId: z.string().nullish() });
const Shown = z.union([
  z.array(Row),
  z.object({ list: z.array(Row) }).transform(({ list }) => list),
  z.object({ nodes: z.array(Row) }).transform(({ nodes }) => nodes),
]);

/** Reads all pages of a list. There are none if the record to which the list belongs is not visible. */
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
  // the connections have planned their statements when the tables were empty, and plan them anew after this
  await app.rowsAsOwner("analyze membership, organization, app_user, role, role_grant, session");
  const leaks: string[] = [];
  const counts = new Map<string, number>();
  const asked = endpoints().flatMap((endpoint) => askedBy(endpoint).map((one) => ({ endpoint, ...one })));
  const first = new Map(asked.toReversed().map((one) => [`${one.code} ${one.pointer.kind}`, one]));
  const wholly = new Set(first.values());
  await inParallelByCode(asked, codeOf, async (one) => {
    const {
      endpoint,
      pointer: { kind, name },
    } = one;
    const callers = wholly.has(one) ? await callersOf(one.code) : await tellingCallersOf(one.code);
    for (const place of kindOf(kind).places) {
      const here = callers.filter((caller) => caller.places.some((known) => known === place));
      for (const fault of await faultsAt(endpoint, one, place, here))
        leaks.push(`${keyOf(endpoint)} (${name}) ${fault}`);
      counts.set(kind, (counts.get(kind) ?? 0) + here.length);
    }
  });
  context.diagnostic([...counts].map(([kind, n]) => `${kind} ${n}`).join(", "));
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const plain = guarded().filter((endpoint) => askedBy(endpoint).length === 0);
  context.diagnostic(
    `${total} cases, ${wholly.size} of ${asked.length} wholly; dimension of roles only: ${plain.length} of ${guarded().length} guarded endpoints`,
  );
  for (const endpoint of plain) context.diagnostic(`roles only: ${keyOf(endpoint)}`);
  assert.deepEqual(leaks.toSorted(), []);
});

const codeOf = ({ code }: Asked): string => code;

interface Called {
  readonly name: string;
  readonly who: Caller;
  readonly isHolder: boolean;
  readonly places: readonly Place[];
}

/** Holders of the code are tried at every place. The other callers are tried only where a mistake would show. */
async function callersOf(code: string): Promise<Called[]> {
  const nobody = { name: "nobody special", who: await withNothing(), isHolder: false };
  const stranger = { name: "all other codes", who: await withOthers(code), isHolder: false };
  const called = [nobody, stranger].map((one) => ({ ...one, places: ["home", "missing"] as const }));
  const holders = (await holdersOf(code)).map(([name, who]) => {
    const isWide = name.endsWith("others");
    return { name, who, isHolder: true, places: isWide ? (["child", "foreign", "nowhere"] as const) : places };
  });
  return [...called, ...holders];
}

/**
 * Where callers tell a forgotten scope, a scope of another code, and a forgotten owner. That suffices for further
 * endpoints with the same code and kind of record, since what the code reaches was asked wholly at the first one.
 */
const tellingPlaces: Readonly<Record<string, readonly Place[]>> = {
  administrator: ["home", "missing"],
  ORG: ["home", "child", "foreign"],
  "ORG besides all others": ["child", "foreign"],
  SELF: ["own", "home"],
};

async function tellingCallersOf(code: string): Promise<Called[]> {
  return (await callersOf(code)).flatMap((called) => {
    const places = tellingPlaces[called.name];
    return places ? [{ ...called, places }] : [];
  });
}

async function faultsAt(endpoint: Endpoint, asked: Asked, place: Place, callers: readonly Called[]): Promise<string[]> {
  const faults: string[] = [];
  const kind = kindOf(asked.pointer.kind);
  // a call that leaves the record as it is, because it only reads or is refused, needs no new one for the next caller
  const isHarmless = endpoint.method === "GET" || isVersioned(endpoint);
  const find = async (who: Caller) => {
    const record = await kind.make(ground, place, who);
    const fact = await factOf(ground, kind, record);
    return { record, fact, tree: await lineUpFrom(ground, fact?.organizationIds ?? []) };
  };
  let found: Awaited<ReturnType<typeof find>> | undefined;
  let isUsed = false;
  for (const { name, who, isHolder } of callers) {
    if (found === undefined || place === "own" || isUsed) found = await find(who);
    const answer = await ask(ground, endpoint, await inputAbout(ground, endpoint, asked, found.record, who), who);
    isUsed = !isHarmless && answer.success;
    const hidden = place === "own" ? "refused" : "hidden";
    const isOpen = sees(who, found.fact, found.tree) || (place === "own" && asked.ownIsOpen === true);
    const wanted = !isHolder ? "forbidden" : isOpen ? "seen" : hidden;
    if (!isAs(wanted, answer, refusedAs[keyOf(endpoint)])) {
      faults.push(`by ${name}, ${place}: should be ${wanted} but ${answer.status} ${answer.msgCode} ${answer.msg}`);
    }
  }
  return faults;
}

/** Goes through what asks for one code after the other, and dismisses the callers of the code afterwards. */
async function inParallelByCode<T>(
  list: readonly T[],
  codeOf: (one: T) => string,
  act: (one: T) => Promise<void>,
): Promise<void> {
  await inParallel([...Map.groupBy(list, codeOf)], async ([code, ones]) => {
    for (const one of ones) await act(one);
    await dismissCallers(code);
  });
}

/** Runs only a few at a time, because the database and this process share two cores. */
async function inParallel<T>(list: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list];
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await act(one);
  };
  await Promise.all([work(), work(), work(), work()]);
}
