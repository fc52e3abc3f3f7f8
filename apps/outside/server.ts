import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Entry, Ledger } from "./ledger.ts";
import { pageOf } from "./page.ts";
import { type Mood, moods, ports } from "./ports.ts";

export interface StandInOptions {
  /** The secret that is shared with the callers, who sign every call with it. */
  readonly secret: string;
  /** The file for the requests; null keeps them in memory. */
  readonly file?: string | null;
  readonly slowMs?: number;
}

const MOST_BYTES = 200_000;
const SHOWN = 200;
const SLOW_MS = 12_000;
const LATE_MS = 300_000;

/** Plays outside systems for the demo and the tests (PF-R121). docs/outside.md describes its wire format. */
export function createStandIn({ secret, file = null, slowMs = SLOW_MS }: StandInOptions): Server {
  const ledger = new Ledger(file);
  const chosen = new Map<string, Mood>();
  const moodOf = (port: string): Mood => chosen.get(port) ?? "NORMAL";
  const desk = { ledger, moodOf, secret, slowMs, choose: (port: string, mood: Mood) => void chosen.set(port, mood) };
  return createServer((request, response) => {
    answer(desk, request, response).catch(() => response.headersSent || sendJson(response, 500, {}));
  });
}

interface Desk extends Required<Pick<StandInOptions, "secret" | "slowMs">> {
  readonly ledger: Ledger;
  moodOf(port: string): Mood;
  choose(port: string, mood: Mood): void;
}

async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  if (!isFromHere(request)) return sendJson(response, 403, {});
  const [, first = "", second = ""] = (request.url ?? "").split("?")[0]?.split("/") ?? [];
  const body = await bodyOf(request);
  if (first === "" && request.method === "GET") return sendPage(desk, response);
  if (first === "switches" && request.method === "POST") return flipSwitch(desk, { port: second, body, response });
  if (!(first in ports)) return sendJson(response, 404, {});
  const key = decodeURIComponent(second);
  if (!isSigned(desk, request, request.method === "GET" ? key : body)) return sendJson(response, 401, {});
  if (request.method === "GET") return tell(desk, { port: first, key, response });
  if (request.method === "POST") return take(desk, { port: first, body, request, response });
  return sendJson(response, 405, {});
}

/**
 * Tells whether the request comes from this machine. The page shows codes, so no page of another site may read it under
 * another name or use its switches.
 */
function isFromHere({ headers }: IncomingMessage): boolean {
  const isOurName = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? "");
  return isOurName && headers["sec-fetch-site"] !== "cross-site";
}

/** Tells whether the caller knows the secret and signed this text in the last minutes. */
function isSigned(desk: Desk, { headers }: IncomingMessage, text: string): boolean {
  const timestamp = String(headers["x-timestamp"] ?? "");
  const expected = signatureOf(desk, timestamp, text);
  const given = Buffer.from(String(headers["x-signature"] ?? ""), "base64url");
  const isFresh = Math.abs(Date.now() - Number(timestamp)) < LATE_MS;
  return isFresh && given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf({ secret }: Desk, timestamp: string, text: string): Buffer {
  return createHmac("sha256", secret).update(`${timestamp}.${text}`).digest();
}

interface Taking {
  readonly port: string;
  readonly body: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Accepts a request. A repetition with the same key gets the first answer again. */
async function take(desk: Desk, { port, body, request, response }: Taking): Promise<unknown> {
  const mood = desk.moodOf(port);
  if (mood === "FAILING") return sendJson(response, 503, {});
  const key = String(request.headers["idempotency-key"] ?? "");
  if (key === "") return sendJson(response, 400, { state: "REFUSED", reason: "缺少业务编号" });
  const known = desk.ledger.find(port, key);
  const entry = known ?? enter(desk, { port, key, body, mood });
  entry.sent++;
  keepAsItIsNow(desk, entry);
  if (mood === "SILENT") return request.socket.once("close", () => response.destroy());
  if (mood === "SLOW") await sleep(desk.slowMs);
  const callback = request.headers["x-callback"];
  if (typeof callback === "string" && entry.state !== "PENDING") {
    for (let n = 0; n < (mood === "REPEATED" ? 2 : 1); n++) await callBack(desk, callback, entry);
  }
  return reply(response, entry);
}

function enter(
  { ledger }: Desk,
  { port, key, body, mood }: { port: string; key: string; body: string; mood: Mood },
): Entry {
  const no = ledger.nextNo(port);
  const done = ports[port]?.answer(no) ?? null;
  const outcome =
    mood === "REFUSING"
      ? ({ state: "REFUSED", reason: "替身设置为拒绝", answer: null } as const)
      : ({ state: mood === "PENDING" ? "PENDING" : "DONE", reason: "", answer: done } as const);
  return { port, key, no, at: new Date().toISOString(), body, sent: 0, asked: 0, ...outcome };
}

/** Stores the request. A pending one is done when it is queried or sent the second time. */
function keepAsItIsNow({ ledger }: Desk, entry: Entry): void {
  if (entry.state === "PENDING" && entry.sent + entry.asked > 2) entry.state = "DONE";
  ledger.keep(entry);
}

/** Answers the outcome for a key. */
function tell(
  desk: Desk,
  { port, key, response }: { port: string; key: string; response: ServerResponse },
): ServerResponse {
  const entry = desk.ledger.find(port, key);
  if (!entry) return sendJson(response, 404, {});
  entry.asked++;
  keepAsItIsNow(desk, entry);
  return reply(response, entry);
}

function reply(response: ServerResponse, entry: Entry): ServerResponse {
  if (entry.port === "sms") {
    if (entry.state === "DONE") return sendJson(response, 200, entry.answer ?? {});
    return sendJson(response, entry.state === "REFUSED" ? 422 : 503, {});
  }
  const { state, reason, answer: said } = entry;
  const status = state === "REFUSED" ? 422 : state === "PENDING" ? 202 : 200;
  return sendJson(response, status, { state, reason, ...(state === "DONE" ? { answer: said } : {}) });
}

/** Sends the outcome, signed like the calls, so that the receiver can verify the sender. */
async function callBack(desk: Desk, url: string, { key, state, reason, answer: said }: Entry): Promise<void> {
  const body = JSON.stringify({ key, state, reason, answer: said });
  const timestamp = String(Date.now());
  const signature = signatureOf(desk, timestamp, body).toString("base64url");
  const headers = { "content-type": "application/json", "x-timestamp": timestamp, "x-signature": signature };
  await fetch(url, { method: "POST", headers, body, redirect: "error" }).catch(() => undefined);
}

function flipSwitch(
  desk: Desk,
  { port, body, response }: { port: string; body: string; response: ServerResponse },
): ServerResponse {
  const asked = new URLSearchParams(body).get("mood") ?? "";
  const mood = Object.keys(moods).find((one): one is Mood => one === asked);
  if (!(port in ports) || !mood) return sendJson(response, 400, {});
  desk.choose(port, mood);
  return response.writeHead(303, { location: "/" }).end();
}

function sendPage({ ledger, moodOf }: Desk, response: ServerResponse): ServerResponse {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'";
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
  return response.end(pageOf(ledger.newest(SHOWN), moodOf));
}

function sendJson(response: ServerResponse, status: number, body: object): ServerResponse {
  return response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > MOST_BYTES) throw new Error("too much was sent");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
