import type { CallInput, Endpoint } from "@ops/platform/contract";
import { feedback } from "../shell/feedback.ts";
import { call } from "./client.ts";
import { randomKey } from "./idempotency.ts";
import { refreshAround } from "./refresh.ts";

/** Sends a call without further input, shows that it is done, and loads the data of its service again. */
export async function sendOnce<E extends Endpoint>(endpoint: E, input: CallInput<E>, done: string): Promise<void> {
  const answer = await call(endpoint, input, { idempotencyKey: randomKey() });
  if (!answer.success) return;
  feedback.message.success(done);
  refreshAround(endpoint);
}
