import { businessErrors, type Endpoint, headers } from "@ops/platform/contract";
import type { FastifyRequest } from "fastify";
import type { CallWatch } from "../module.ts";
import type { Behalf } from "../node.ts";

const reasonErrors = businessErrors("REASON", { required: "该操作涉及敏感信息，请填写原因" });
const LONGEST = 200;

/** Asks the catalogue of interfaces; what it marks as sensitive needs the caller's reason (AU-R47). */
export async function admitCall(
  calls: CallWatch | undefined,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Pick<Behalf, "logged" | "reason" | "keepsBody">> {
  const admitted = await calls?.admit(endpoint, request.callerId ?? request.ip);
  if (!admitted) return {};
  const { logged, keepsBody } = admitted;
  const reason = logged ? reasonIn(request) : null;
  // what asks for no code is called by pages that have nobody to ask
  if (logged && reason === null && endpoint.permission.includes(":")) throw reasonErrors.required();
  return { logged, reason, keepsBody: keepsBody && !endpoint.secret };
}

/** Travels percent-encoded: headers hold no Chinese. */
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
