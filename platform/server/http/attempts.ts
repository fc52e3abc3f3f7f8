import type { BusinessError } from "@ops/platform/contract";
import type { FastifyReply } from "fastify";
import type { AuditedCall } from "../audit/write.ts";
import { OutOfScope } from "../db/out-of-scope.ts";
import type { Behalf, PlatformNode } from "../node.ts";
import { untilClosed } from "./closed.ts";

interface Attempt {
  readonly behalf: Behalf;
  readonly audited: AuditedCall;
  readonly refused: BusinessError;
}

/**
 * Logs that somebody reached for more than he may. The answer leaves first: whoever measures it must not learn whether the
 * record is hidden or absent (PF-R106). A node that stops waits for the row.
 */
export function logAttempt(node: PlatformNode, reply: FastifyReply, { behalf, audited, refused }: Attempt): void {
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
