import { APPLICATION_ID, type Endpoint, headers } from "@ops/platform/contract";
import { dropWithSession } from "../session/caches.ts";
import { replaceToken, storedToken } from "../session/token.ts";
import { addressOf, type WireInput } from "./address.ts";
import { runtimeConfig } from "./config.ts";
import { type CallFailure, failureOf, failureWithoutAnswer } from "./failures.ts";
import { noteServerDate } from "./server-clock.ts";

const CALL_TIMEOUT_MS = 30_000;
export const DOWNLOAD_TIMEOUT_MS = 120_000;

export interface SendOptions {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  /** Why a sensitive interface is called. */
  reason?: string | undefined;
  /** Sent while the session is left: the sign-out itself. */
  parting?: boolean | undefined;
  /** 0 means no limit, for a live stream. */
  timeoutMs?: number;
}

export interface Sent {
  response: Response;
  /** The token that was sent. An answer to an older token tells nothing about the present session. */
  token: string;
}

let sessionCalls = new AbortController();

/**
 * Aborts running calls when their session ends, and starts no other than the sign-out until the session is cleared,
 * because all answers would be refusals.
 */
export function abandonCalls(): void {
  sessionCalls.abort();
}

dropWithSession(() => {
  abandonCalls();
  sessionCalls = new AbortController();
});

/** Sends one call with token and application id (PF-R26); throws a CallFailure when nothing comes back. */
export async function send(endpoint: Endpoint, input: WireInput, options: SendOptions): Promise<Sent> {
  const token = storedToken();
  try {
    const { apiBase } = await runtimeConfig();
    const response = await fetch(apiBase + addressOf(endpoint, input), {
      method: endpoint.method,
      headers: headersOf(token, input, options),
      signal: signalOf(options),
      cache: "no-store",
      ...(input.body === undefined ? {} : { body: bodyOf(input.body) }),
    });
    noteServerDate(response.headers.get("date"));
    replaceToken(token, response.headers.get(headers.rotatedToken));
    return { response, token };
  } catch (thrown) {
    throw failureWithoutAnswer(thrown);
  }
}

function signalOf({ signal, timeoutMs = CALL_TIMEOUT_MS, parting = false }: SendOptions): AbortSignal {
  const timeout = timeoutMs > 0 ? [AbortSignal.timeout(timeoutMs)] : [];
  return AbortSignal.any([...(parting ? [] : [sessionCalls.signal]), ...(signal ? [signal] : []), ...timeout]);
}

function headersOf(token: string, input: WireInput, options: SendOptions): Record<string, string> {
  const isJson = input.body !== undefined && !(input.body instanceof FormData);
  return {
    [headers.applicationId]: APPLICATION_ID,
    ...(token ? { [headers.token]: token } : {}),
    ...(isJson ? { "content-type": "application/json" } : {}),
    ...(options.idempotencyKey ? { [headers.idempotencyKey]: options.idempotencyKey } : {}),
    ...(options.reason ? { [headers.reason]: encodeURIComponent(options.reason) } : {}),
  };
}

function bodyOf(body: unknown): BodyInit {
  return body instanceof FormData ? body : JSON.stringify(body);
}

/** Finds the failure for a status, with the message of the body if there is one. */
export async function failureIn(response: Response): Promise<CallFailure> {
  const body: { msg?: unknown } | null = await response.json().catch(() => null);
  return failureOf(response.status, typeof body?.msg === "string" ? body.msg : "");
}
