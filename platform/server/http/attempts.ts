import { BusinessError } from "@ops/platform/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuditedCall } from "../audit/write.ts";
import { OutOfScope } from "../db/out-of-scope.ts";
import type { Behalf, PlatformNode } from "../node.ts";
import { untilClosed } from "./closed.ts";

interface WatchedCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly behalf: Behalf;
  readonly audited: AuditedCall;
}

/** Takes what is refused during a call: the first that reaches for more than the caller may is logged, and the call counts. */
export function watchAttempts(node: PlatformNode, call: WatchedCall): (refusal: unknown) => void {
  let isLogged = false;
  return (refusal) => {
    if (isLogged || !(refusal instanceof BusinessError) || !refusal.isOverstep) return;
    isLogged = true;
    call.request.overstepped = true;
    logAttempt(node, call, refusal);
  };
}

/**
 * Logs that somebody reached for more than he may. The answer leaves first: whoever measures it must not learn whether the
 * record is hidden or absent (PF-R106). A node that stops waits for the row.
 */
function logAttempt(node: PlatformNode, { reply, behalf, audited }: WatchedCall, refused: BusinessError): void {
  const answered = untilClosed(reply);
  node.afterwards.add("an attempt could not be logged", async () => {
    await answered;
    await node.transaction(behalf, { ...audited, result: "REFUSED" }, async (tx) => {
      const { about } = refused;
      if (about) tx.trail.about(about.bizType, about.bizId, about.bizNo);
      tx.trail.summary = "越权尝试";
      if (!(refused instanceof OutOfScope)) tx.trail.reason = refused.message;
    });
  });
}
