import { setTimeout } from "node:timers/promises";
import type { Pointer } from "@ops/authority/server/testing";
import { commonErrors, dayOf, type Endpoint, fieldMeta, planErrors } from "@ops/platform/contract";
import { z } from "zod";
import { type Answer, parseAnswer } from "./answers.ts";
import { callOf, validLikeInputs } from "./cases.ts";
import type { Caller, Ground } from "./matrix-places.ts";
import type { Asked } from "./matrix-table.ts";
import type { Input } from "./valid-like.ts";

type Values = Record<string, unknown>;

/** A version that no record has. A permitted call answers with a conflict and so changes nothing. */
const NO_VERSION = 999;

/** Values that make everything else in the call valid, so that the answer depends only on the record. */
function harmless({ at, lent, positionId }: Ground, record: string, caller: Pick<Caller, "userId">): Values {
  return {
    version: NO_VERSION,
    accountNo: "6222021234567890",
    organizationId: at.home.id,
    sourceOrgId: record,
    targetOrgId: record,
    fromStoreId: record,
    toStoreIds: [record],
    toStoreId: null,
    mentorStaffId: null,
    referrerStaffId: null,
    defaultSuccessorId: null,
    successors: [],
    items: [],
    monday: "2026-11-16",
    parentId: at.home.id,
    a: lent.id,
    b: lent.id,
    roleIds: [lent.id],
    grantableRoleIds: [],
    defaultRoleIds: [],
    leaderUserId: null,
    deputyUserIds: [],
    ownerUserId: null,
    nextPrimaryId: null,
    customOrgs: [],
    membershipId: null,
    target: { kind: "CODE", code: "authority:user:list" },
    terms: {},
    prevContractId: null,
    fileIds: [], // writing terms needs another code, so none are sent
    positionId,
    butlerId: caller.userId, // everybody may choose himself
    startDate: dayOf(new Date()),
    endDate: null,
    plannedAt: null,
    menuKeys: [],
    permissionCodes: [],
    scopeOverrides: {},
    parentKey: null,
    validTo: null,
    validUntil: null,
  };
}

export const isVersioned = ({ body, query }: Endpoint) =>
  "version" in (body?.shape ?? {}) || "version" in (query?.shape ?? {});

/** Makes a well-formed call about this record. */
export async function inputAbout(
  ground: Ground,
  endpoint: Endpoint,
  { pointer, fixed }: Asked,
  record: string,
  caller: Pick<Caller, "userId">,
): Promise<Input> {
  const { part, name, many } = pointer;
  const known = harmless(ground, record, caller);
  const params = { ...fixed, ...(part === "params" ? { [name]: record } : {}) };
  const pointed = (which: Pointer["part"]): Values => (part === which ? { [name]: many ? [record] : record } : {});
  const query = queryOf(endpoint, pointed("query"), known);
  if (!endpoint.body) return { params, query, body: undefined };
  const pointing = part === "params" ? await pointersOf(ground, endpoint, record) : {};
  const body = { ...only(known, endpoint.body.shape), ...pointing, ...pointed("body") };
  return { params, query, body: { ...guessBody(endpoint, body), ...body } };
}

/**
 * Reads the references that the record already has, because no call that changes it is refused for those (decision
 * 0039).
 */
async function pointersOf({ app }: Ground, { body, changes }: Endpoint, record: string): Promise<Values> {
  const names = Object.keys(body?.shape ?? {}).filter((name) => fieldMeta(body?.shape[name]).ref !== null);
  if (changes === undefined || names.length === 0) return {};
  const snake = (text: string) => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const [held] = await app.rows<{ row: Values }>(
    `select to_jsonb(held) as row from ${snake(changes)} held where id = $1`,
    [record],
  );
  const values = held ? Object.fromEntries(names.map((name) => [name, held.row[snake(name)]])) : {};
  return only(values, body?.shape ?? {}); // what it does not have yet is guessed
}

const guesses = new Map<Endpoint, Values>();

/** Guesses the rest of a body from its schema, once. */
function guessBody(endpoint: Endpoint, fixed: Values): Values {
  const known = guesses.get(endpoint);
  if (known) return known;
  const tried = validLikeInputs(endpoint, [], 200).map(({ body = {} }) => body);
  // tried with all properties and with the required ones only, because some properties exclude each other
  const bodies = tried.flatMap((body) => [
    { ...body, ...fixed },
    { ...requiredOf(endpoint.body, body), ...fixed },
  ]);
  const guessed = bodies.find((one) => endpoint.body?.safeParse(one).success);
  if (!guessed) throw new Error(`no body of ${endpoint.path} could be guessed: ${JSON.stringify(bodies[0])}`);
  guesses.set(endpoint, guessed);
  return guessed;
}

function requiredOf(schema: z.ZodObject | undefined, values: Values): Values {
  const isRequired = ([name]: [string, unknown]) => !z.safeParse(schema?.shape[name] ?? z.unknown(), undefined).success;
  return Object.fromEntries(Object.entries(values).filter(isRequired));
}

/** The smallest query that the schema accepts: what is known of it, and else a guess from its schema. */
function queryOf(endpoint: Endpoint, pointed: Values, known: Values): Values {
  const { query } = endpoint;
  if (!query || query.safeParse(pointed).success) return pointed;
  const fitting = { ...only(known, query.shape), ...pointed };
  if (query.safeParse(fitting).success) return fitting;
  const guesses = validLikeInputs(endpoint, [], 200).map((input) => requiredOf(query, input.query));
  const guessed = guesses.map((one) => ({ ...one, ...fitting })).find((one) => query.safeParse(one).success);
  if (!guessed) throw new Error(`no query of ${endpoint.path} could be guessed: ${JSON.stringify(guesses[0])}`);
  return guessed;
}

/** Keeps the values that the schema has and accepts. */
function only(values: Values, shape: Readonly<Record<string, z.core.$ZodType>>): Values {
  const fits = ([name, value]: [string, unknown]) => {
    const schema = shape[name];
    return schema !== undefined && z.safeParse(schema, value).success;
  };
  return Object.fromEntries(Object.entries(values).filter(fits));
}

const { msgCode: WAITING } = planErrors.waiting();

type Asker = Pick<Caller, "credentials">;

/**
 * Calls an endpoint as somebody. Cases run in parallel, and of one person only one preview may wait for another: who is told so has not
 * been answered yet, and asks again.
 */
export async function ask(ground: Ground, endpoint: Endpoint, input: Input, caller: Asker) {
  for (;;) {
    const answer = await askOnce(ground, endpoint, input, caller);
    if (answer.msgCode !== WAITING) return answer;
    await setTimeout(20);
  }
}

async function askOnce({ app }: Ground, endpoint: Endpoint, input: Input, caller: Asker) {
  const sent = callOf(endpoint, input);
  const received = await app.send("console", { ...sent, headers: { ...sent.headers, ...caller.credentials } });
  const answer: Answer = parseAnswer(received) ?? {
    success: received.status === 200,
    msg: "",
    msgCode: "",
    data: null,
  };
  return { ...answer, status: received.status, requestId: String(received.headers["x-request-id"]) };
}

export const FORBIDDEN = "COMMON_FORBIDDEN";
export const NOT_FOUND = "COMMON_NOT_FOUND";

type Wanted = "forbidden" | "seen" | "refused" | "hidden";

export function isAs(
  wanted: Wanted,
  { success, status, msgCode, data }: Asking,
  hiding: readonly string[] = [],
): boolean {
  if (wanted === "forbidden") return msgCode === FORBIDDEN;
  // a refusal of the input would tell nothing about the record
  if (wanted === "seen") return status === 200 && ![FORBIDDEN, NOT_FOUND, "COMMON_PARAM"].includes(msgCode);
  if (wanted === "refused") return !success || refusalIn(data) !== null;
  return [NOT_FOUND, ...hiding].includes(refusalIn(data) ?? msgCode);
}

type Asking = Awaited<ReturnType<typeof ask>>;

/**
 * Finds the refusal in the preview of a batch, whose answer tells the refusal of each record instead of being refused.
 */
function refusalIn(data: unknown): string | null {
  const plan = z.object({ planHash: z.string(), rows: z.array(z.object({ reason: z.string().nullable() })) });
  const reason = plan.safeParse(data).data?.rows[0]?.reason ?? null;
  return reason === commonErrors.notFound().message ? NOT_FOUND : reason;
}
