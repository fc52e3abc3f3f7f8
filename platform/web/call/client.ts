import type { AnswerOf, CallInput, Endpoint, Envelope } from "@ops/platform/contract";
import { CallFailure, failureWithoutAnswer, texts, wasAbandoned } from "./failures.ts";
import { sendExplained } from "./reason.ts";
import { tellFailure, tellRefusal } from "./tell.ts";
import { failureIn, type SendOptions, type Sent } from "./transport.ts";

export interface CallOptions {
  /** No notification when the answer refuses; the caller shows it. */
  silent?: boolean;
  /** Whether nobody waits for this call. Then no message is shown, but an ended session still ends. */
  background?: boolean;
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** The call that leaves the session, sent after all others were let go. */
  parting?: boolean;
  /** How long the caller waits; half a minute without it. */
  timeoutMs?: number;
}

/**
 * Calls an endpoint. A refusal (`success:false`) is shown and returned; an error is shown and thrown as CallFailure.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Envelope<AnswerOf<E>>> {
  const body: Envelope<AnswerOf<E>> = await exchange(endpoint, input, options, (response) => response.json());
  if (!body.success) tellRefusal(body, options);
  return body;
}

/** Sends, reads a good answer with `read`, tells and throws everything else. */
export async function exchange<T>(
  endpoint: Endpoint,
  input: CallInput<Endpoint>,
  options: CallOptions & SendOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  let sent: Sent | undefined;
  try {
    sent = await sendExplained(endpoint, input, options);
    if (!sent.response.ok) throw await failureIn(sent.response);
    return await read(sent.response);
  } catch (thrown) {
    const isUnreadable = sent && !(thrown instanceof CallFailure) && !wasAbandoned(thrown);
    const failure = isUnreadable ? new CallFailure("busy", texts.busy) : failureWithoutAnswer(thrown);
    tellFailure(failure, { token: sent?.token ?? null, background: options.background ?? false });
    throw failure;
  }
}
