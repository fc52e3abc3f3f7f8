import type { Pointer } from "@ops/authority/server/testing";
import { dayOf, type Endpoint } from "@ops/platform/contract";
import { z } from "zod";
import { type Answer, parseAnswer } from "./answers.ts";
import { callOf, validLikeInputs } from "./cases.ts";
import type { Caller, Ground } from "./matrix-places.ts";
import type { Asked } from "./matrix-table.ts";
import type { Input } from "./valid-like.ts";

type Values = Record<string, unknown>;

/** A version that no record has: a call that may do its work says so by a conflict, and changes nothing. */
const NO_VERSION = 999;

/** Whatever else a call names is in order, so that the answer is about the record alone. */
function harmless({ at, lent, positionId }: Ground, record: string): Values {
  return {
    version: NO_VERSION,
    accountNo: "6222021234567890",
    organizationId: at.home.id,
    sourceOrgId: record,
    targetOrgId: record,
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
    fileIds: [], // to write terms asks for a code of its own
    positionId,
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

/** A well-formed call about this record. */
export function inputAbout(ground: Ground, endpoint: Endpoint, { pointer, fixed }: Asked, record: string): Input {
  const { part, name, many } = pointer;
  const known = harmless(ground, record);
  const params = { ...fixed, ...(part === "params" ? { [name]: record } : {}) };
  const pointed = (which: Pointer["part"]): Values => (part === which ? { [name]: many ? [record] : record } : {});
  const query = queryOf(endpoint, pointed("query"), known);
  if (!endpoint.body) return { params, query, body: undefined };
  const body = { ...only(known, endpoint.body.shape), ...pointed("body") };
  return { params, query, body: { ...guessedBody(endpoint, body), ...body } };
}

const guesses = new Map<Endpoint, Values>();

/** The rest of a body, guessed once from its schema. */
function guessedBody(endpoint: Endpoint, fixed: Values): Values {
  const known = guesses.get(endpoint);
  if (known) return known;
  const bodies = validLikeInputs(endpoint, [], 200).map(({ body }) => ({ ...body, ...fixed }));
  const guessed = bodies.find((one) => endpoint.body?.safeParse(one).success);
  if (!guessed) throw new Error(`no body of ${endpoint.path} could be guessed: ${JSON.stringify(bodies[0])}`);
  guesses.set(endpoint, guessed);
  return guessed;
}

/** As little as the schema asks for. */
function queryOf({ query }: Endpoint, pointed: Values, known: Values): Values {
  if (!query || query.safeParse(pointed).success) return pointed;
  return { ...only(known, query.shape), ...pointed };
}

/** As far as the schema asks for them and takes them. */
function only(values: Values, shape: Readonly<Record<string, z.core.$ZodType>>): Values {
  const fits = ([name, value]: [string, unknown]) => {
    const schema = shape[name];
    return schema !== undefined && z.safeParse(schema, value).success;
  };
  return Object.fromEntries(Object.entries(values).filter(fits));
}

export async function ask({ app }: Ground, endpoint: Endpoint, input: Input, caller: Pick<Caller, "credentials">) {
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
  // a refusal of the form would say nothing about the record
  if (wanted === "seen") return status === 200 && ![FORBIDDEN, NOT_FOUND, "COMMON_PARAM"].includes(msgCode);
  if (wanted === "refused") return !success || refusalIn(data) !== null;
  return [NOT_FOUND, ...hiding].includes(refusalIn(data) ?? msgCode);
}

type Asking = Awaited<ReturnType<typeof ask>>;

/** A check that answers refusals instead of being refused. */
function refusalIn(data: unknown): string | null {
  const found = z.object({ refusals: z.array(z.object({ msgCode: z.string() })) }).safeParse(data);
  return found.data?.refusals[0]?.msgCode ?? null;
}
