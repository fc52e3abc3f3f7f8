import { BusinessError } from "@ops/platform/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuditedCall } from "../../audit/write.ts";
import { OutOfScope } from "../../db/record/out-of-scope.ts";
import type { Behalf, PlatformNode } from "../../node.ts";
import { waitForClose } from "../closed.ts";

interface WatchedCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly behalf: Behalf;
  readonly audited: AuditedCall;
}

/** Watches the refusals of a call. The first attempt to do more than allowed is logged, and the call is counted. */
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
 * Logs an attempt to do more than allowed. The answer is sent first, because its time must not tell whether the record
 * is hidden or missing (PF-R106). A stopping node waits for the row.
 */
function logAttempt(node: PlatformNode, { reply, behalf, audited }: WatchedCall, refused: BusinessError): void {
  const answered = waitForClose(reply);
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
