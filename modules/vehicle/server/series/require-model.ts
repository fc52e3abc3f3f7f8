import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";

/** A model that configurations may be made of. */
export async function requireModel(tx: Tx, modelId: string) {
  const model = await db(tx).selectFrom("carModel").selectAll().where("id", "=", modelId).executeTakeFirst();
  if (!model) throw commonErrors.notFound();
  return model;
}
