import { hasPostEnded, setPostRoles } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { certErrors } from "../../contract/index.ts";
import type { StaffRow } from "../staff/tables.ts";
import { traineeRole } from "./params.ts";

/** People cannot be trained as long as nobody has said which role they hold meanwhile. */
export function requireTraineeRole(tx: Tx): void {
  if (tx.param(traineeRole) === "") throw certErrors.traineeRole();
}

/**
 * In training a person holds the role of trainees alone; nothing at all where the parameter was emptied since. A post that was
 * ended in 用户管理 holds no roles any more.
 */
export async function giveTraineeRole(tx: Tx, { postId }: StaffRow): Promise<void> {
  if (postId === null || (await hasPostEnded(tx, postId))) return;
  const role = tx.param(traineeRole);
  await setPostRoles(tx, postId, role === "" ? [] : [role]);
}

/** With the certificate a person holds the roles of the position. */
export async function givePositionRoles(tx: Tx, { postId }: StaffRow): Promise<void> {
  if (postId !== null) await setPostRoles(tx, postId, "POSITION");
}
