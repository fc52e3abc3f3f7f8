import type { AnswerFrom } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { visibleRoles } from "./visible.ts";

const MOST = 1_000;

/** Which role holds which code, and how far it reaches: one look at all of them. */
export async function getRoleMatrix(tx: Tx): Promise<AnswerFrom<typeof contract.getRoleMatrix>> {
  const visible = await visibleRoles(tx);
  const found = db(tx)
    .selectFrom("role")
    .select(["role.id", "role.name", "role.status", "role.permissionCodes", "role.dataScope", "role.scopeOverrides"])
    .where("role.deletedAt", "is", null);
  const list = await (visible ? found.where(visible) : found).orderBy("role.name").limit(MOST).execute();
  return { roles: list.map((role) => ({ ...role, scopeOverrides: { ...role.scopeOverrides } })) };
}
