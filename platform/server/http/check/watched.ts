import { businessErrors, type Endpoint, headers } from "@ops/platform/contract";
import type { FastifyRequest } from "fastify";
import type { CallWatch } from "../../module.ts";
import type { Behalf } from "../../node.ts";

const reasonErrors = businessErrors("REASON", { required: "该操作涉及敏感信息，请填写原因" });
const LONGEST = 200;

/** Asks the catalogue of interfaces. Calls that it marks as sensitive need a reason (AU-R47). */
export async function admitCall(
  calls: CallWatch | undefined,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Pick<Behalf, "logged" | "reason" | "keepsBody">> {
  const admitted = await calls?.admit(endpoint, request.callerId ?? request.ip);
  if (!admitted) return {};
  const { logged, keepsBody } = admitted;
  const reason = logged ? reasonIn(request) : null;
  // calls without a code are made by pages that cannot ask for a reason
  if (logged && reason === null && endpoint.permission.includes(":")) throw reasonErrors.required();
  return { logged, reason, keepsBody: keepsBody && !endpoint.secret };
}

/** Reads the reason, which is percent-encoded because headers cannot contain Chinese. */
function reasonIn(request: FastifyRequest): string | null {
  const sent = request.headers[headers.reason];
  if (typeof sent !== "string") return null;
  try {
    const text = decodeURIComponent(sent).replaceAll("\0", "").trim();
    return text !== "" ? text.slice(0, LONGEST) : null;
  } catch {
    return null; // not encoded as agreed: no reason that anybody could read
  }
}
