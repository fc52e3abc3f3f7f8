import { z } from "zod";
import { hmac } from "../secret/crypto.ts";
import { type Outgoing, type OutsidePlace, type Queried, type Sent, UNREADABLE } from "./port.ts";

/** The answer of the other side in our own wire format (docs/outside.md). */
const Reply = z.object({
  state: z.enum(["DONE", "REFUSED", "PENDING"]),
  reason: z.string().default(""),
  answer: z.unknown().optional(),
});

const NOT_TAKEN = new Set([429, 503]);
const REFUSED = new Set([400, 409, 422]);

/** What a status other than 2xx says about a call that was sent. 500 and its like say nothing (decision 0046). */
export function readStatus(status: number): "NOT_TAKEN" | "REFUSED" | "NO_ANSWER" {
  return NOT_TAKEN.has(status) ? "NOT_TAKEN" : REFUSED.has(status) ? "REFUSED" : "NO_ANSWER";
}

/** Makes a port that uses our own wire format: POST to its address with the key, and GET of the key to query it. */
export function overWire<Request, Answer>(): {
  send(call: Outgoing<Request>): Promise<Sent<Answer>>;
  query(call: Outgoing<Request>): Promise<Queried<Answer>>;
} {
  return { send: sendOverWire, query: queryOverWire };
}

async function sendOverWire<Answer>(call: Outgoing<unknown>): Promise<Sent<Answer>> {
  const { place, key, request, signal } = call;
  if (!place) return { is: "NOT_TAKEN", reason: "未配置对接地址" };
  const body = JSON.stringify({ key, request });
  const headers = { "content-type": "application/json", "idempotency-key": key, ...signed(place, body) };
  const response = await fetch(place.url, { method: "POST", headers, body, redirect: "error", signal });
  if (readStatus(response.status) === "NOT_TAKEN") return { is: "NOT_TAKEN", reason: `对方返回 ${response.status}` };
  return replyOf(response);
}

async function queryOverWire<Answer>(call: Outgoing<unknown>): Promise<Queried<Answer>> {
  const { place, key, signal } = call;
  if (!place) return { is: "NO_ANSWER", reason: "未配置对接地址" };
  const address = `${place.url}/${encodeURIComponent(key)}`;
  const response = await fetch(address, { headers: signed(place, key), redirect: "error", signal });
  if (response.status === 404) return { is: "ABSENT", reason: "对方没有收到该请求" };
  return replyOf(response);
}

/** Signs the body, or the key if there is no body, with the secret and the time. */
function signed({ secret }: OutsidePlace, text: string): Record<string, string> {
  const timestamp = String(Date.now());
  return { "x-timestamp": timestamp, "x-signature": hmac(Buffer.from(secret), `${timestamp}.${text}`) };
}

/** Anything else than an answer as agreed leaves the outcome open. */
async function replyOf<Answer>(
  response: Response,
): Promise<{ is: "DONE"; answer: Answer } | { is: "REFUSED" | "PENDING" | "NO_ANSWER"; reason: string }> {
  if (readStatus(response.status) === "REFUSED") return { is: "REFUSED", reason: await reasonIn(response) };
  if (!response.ok) return { is: "NO_ANSWER", reason: `对方返回 ${response.status}` };
  const told = Reply.safeParse(await response.json().catch(() => null));
  if (!told.success) return { is: "NO_ANSWER", reason: UNREADABLE };
  const { state, reason, answer } = told.data;
  // the schema of the port checks the answer before anybody uses it
  return state === "DONE" ? { is: state, answer: answer as Answer } : { is: state, reason };
}

async function reasonIn(response: Response): Promise<string> {
  const told = Reply.safeParse(await response.json().catch(() => null));
  return told.data?.reason || `对方返回 ${response.status}`;
}
