import { type Endpoint, MAX_PAGE_SIZE } from "@ops/platform/contract";
import { z } from "zod";
import { root } from "../../scripts/check.ts";
import type { Received } from "./wire.ts";

const Envelope = z.strictObject({ success: z.boolean(), msg: z.string(), msgCode: z.string(), data: z.unknown() });
export type Answer = z.output<typeof Envelope>;

export const LONGEST_MS = 2_000;
/** A batch tries its action on all records that its filter finds, which may be thousands (PF-R119). */
const LONGEST_BATCH_MS = 30_000;
const isBatch = ({ body }: Endpoint) => ["ids", "filter", "numbers", "fileId"].every((name) => body?.shape[name]);
const LONGEST_MESSAGE = 200;
/** The statuses that have a meaning (RELIABILITY section 2). A business refusal is 200. */
const KNOWN = new Set([200, 304, 401, 404, 429]);
/** Statuses that the HTTP parser of node answers itself, before the application gets the request. */
const BY_PARSER = new Set([417, 431]);

/** Traces of internals that must not leave the server: stacks, files, SQL, names of components. */
const leaks = [
  /\n\s+at |\bat (async )?[\w.<>]+ \(/,
  /node_modules|node:internal|file:\/\/|\.[cm]?[jt]sx?:\d+/,
  /\b(syntax error|violates|does not exist|invalid input|duplicate key|out of range|deadlock|permission denied)\b/i,
  /\b(select|insert|update|delete)\b[^"]{0,40}\b(from|into|set|where)\b/i,
  /\b(kysely|postgres|fastify|zod|FST_ERR|ECONN|ENOENT|TypeError|SyntaxError|RangeError|ReferenceError)/i,
  /\bpg_[a-z]/, // as PostgreSQL writes its names; in any case a random code of a refused call had it by chance
];

export function parseAnswer(received: Received): Answer | null {
  try {
    return Envelope.parse(JSON.parse(received.text));
  } catch {
    return null; // an answer that is no JSON or no envelope counts as a fault
  }
}

/** Finds the fault of an answer, whatever was asked; null if there is none. */
export function faultOf(endpoint: Endpoint, received: Received): string | null {
  const { status, text, ms } = received;
  if (status >= 500) return `answered ${status}`;
  if (BY_PARSER.has(status)) return null;
  if (!KNOWN.has(status)) return `answered the unknown status ${status}`;
  if (ms > (isBatch(endpoint) ? LONGEST_BATCH_MS : LONGEST_MS)) return `took ${Math.round(ms)} ms`;
  if (status === 304 || text === "") return endpoint.streams || endpoint.downloads ? null : "has no content";
  const answer = parseAnswer(received);
  if (!answer) return endpoint.downloads && status === 200 ? null : `does not fit the envelope: ${text.slice(0, 200)}`;
  return answer.success
    ? faultOfSuccess(endpoint, answer)
    : (faultOfRefusal(answer, text) ?? faultOfConflict(endpoint, answer));
}

/** The record in a version conflict may hold any text that somebody has typed; it is checked by its schema instead. */
const isConflict = ({ msgCode, data }: Answer) => msgCode === "COMMON_VERSION_CONFLICT" && data !== null;

function faultOfRefusal(answer: Answer, text: string): string | null {
  const { msg, msgCode } = answer;
  if (msg === "" || !/^[A-Z][A-Z0-9_]+$/.test(msgCode))
    return `is a refusal without text or code: ${text.slice(0, 200)}`;
  if (msg.length > LONGEST_MESSAGE) return `sends ${msg.length} characters of what was sent back`;
  if (/^[\w.-]*[a-z][\w.-]*(格式不正确|不在字典中)/.test(msg)) return `tells people the name of a property: ${msg}`;
  if (text.includes(root)) return "names a folder of the server";
  const told = isConflict(answer) ? msg : text;
  const leak = leaks.find((pattern) => pattern.test(told));
  return leak ? `tells of the inside (${leak}): ${text.slice(0, 300)}` : null;
}

/** Checks the record in a version conflict like the record in a successful answer. Most endpoints show none. */
function faultOfConflict(endpoint: Endpoint, answer: Answer): string | null {
  return isConflict(answer) ? faultOfSuccess(endpoint, answer) : null;
}

interface Promised {
  /** The schema of the data that leaves the server: times are texts, and there are no undeclared properties. */
  readonly wire: z.ZodType;
  readonly json: object;
}
const promises = new WeakMap<object, Promised>();

function faultOfSuccess(endpoint: Endpoint, { data }: Answer): string | null {
  if (!endpoint.answer) return "answered an envelope where a file or a stream was promised";
  const { wire, json } = promises.get(endpoint.answer) ?? promisedBy(endpoint.answer);
  promises.set(endpoint.answer, { wire, json });
  const { error } = wire.safeParse(data);
  if (error) return `does not fit its schema: ${JSON.stringify(error.issues.slice(0, 3))}`;
  const unmasked = plainIn(json, data);
  return unmasked ? `shows ${unmasked} unmasked` : faultOfPage(data);
}

const jsonForm = { io: "output", unrepresentable: "any" } as const;

function promisedBy(answer: z.ZodType): Promised {
  const json = z.toJSONSchema(answer, jsonForm);
  return { json, wire: z.fromJSONSchema(json) };
}

function faultOfPage(data: unknown): string | null {
  const page = z.object({ list: z.array(z.unknown()), pageNo: z.number(), pageSize: z.number() }).safeParse(data);
  return page.success && page.data.list.length > MAX_PAGE_SIZE ? `answers ${page.data.list.length} rows at once` : null;
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Finds the first property that is declared as masked and is not masked. */
function plainIn(schema: unknown, data: unknown): string | null {
  if (!isNode(schema) || !isNode(data)) return null;
  if (Array.isArray(data)) return data.map((one) => plainIn(schema["items"], one)).find(Boolean) ?? null;
  const properties = isNode(schema["properties"]) ? schema["properties"] : {};
  for (const [name, property] of Object.entries(properties)) {
    const value = data[name];
    const isMasked = isNode(property) && property["masked"] === true;
    if (isMasked && typeof value === "string" && value !== "" && !value.includes("*")) return name;
    const deeper = plainIn(property, value);
    if (deeper) return `${name}.${deeper}`;
  }
  return null;
}
