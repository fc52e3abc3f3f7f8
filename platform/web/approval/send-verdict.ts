import { type Approval, type ApprovalVerdict, endpoint } from "@ops/platform/contract";
import { z } from "zod";
import { call } from "../call/client.ts";
import { randomKey } from "../call/idempotency.ts";
import { refreshService } from "../call/refresh.ts";

/**
 * Sends a verdict by the module's own call, which the request names. Answers false after a refusal, which has been
 * shown.
 */
export async function sendVerdict(
  approval: Pick<Approval, "calls" | "bizVersion">,
  verdict: ApprovalVerdict,
  note: string,
): Promise<boolean> {
  const given = approval.calls.find((one) => one.verdict === verdict);
  if (!given) return false;
  const { path, noteIn, body: rest } = given;
  const deciding = endpoint({
    method: "POST",
    path: path as `/${string}`,
    audit: "审批",
    permission: "session",
    body: z.looseObject({}),
    answer: z.unknown(),
  });
  const body = { ...rest, version: approval.bizVersion, ...(note ? { [noteIn]: note } : {}) };
  const { success } = await call(deciding, { body }, { idempotencyKey: randomKey() });
  if (success) refreshService(path);
  return success;
}
