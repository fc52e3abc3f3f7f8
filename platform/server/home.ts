import { BusinessError, commonErrors } from "@ops/platform/contract";
import type { Tx } from "./db/tx.ts";

/**
 * Finds the organisation of a new record: the chosen one, or that of its author. An author without one, such as an
 * administrator, must choose. The check of references decides whether the chosen one is allowed.
 */
export function homeOf(tx: Tx, chosen: string | undefined, field = "orgId"): string {
  const home = chosen ?? tx.actor.organizationIds[0];
  if (home !== undefined) return home;
  const { msgCode } = commonErrors.param({ field });
  throw new BusinessError(msgCode, "请选择所属组织！", { field });
}
