import { setPostRoles } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { certErrors } from "../../contract/index.ts";
import type { StaffRow } from "../staff/tables.ts";
import { traineeRole } from "./params.ts";

/** People cannot be trained as long as nobody has said which role they hold meanwhile. */
export function requireTraineeRole(tx: Tx): void {
  if (tx.param(traineeRole) === "") throw certErrors.traineeRole();
}

/** In training a person holds the role of trainees alone; nothing at all where the parameter was emptied since. */
export async function giveTraineeRole(tx: Tx, { postId }: StaffRow): Promise<void> {
  const role = tx.param(traineeRole);
  if (postId !== null) await setPostRoles(tx, postId, role === "" ? [] : [role]);
}

/** With the certificate a person holds the roles of the position. */
export async function givePositionRoles(tx: Tx, { postId }: StaffRow): Promise<void> {
  if (postId !== null) await setPostRoles(tx, postId, "POSITION");
}
