import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { findRow } from "../database.ts";

/** Finds the model of a configuration and refuses an unknown one. */
export async function requireModel(tx: Tx, modelId: string) {
  const model = await findRow(tx, "carModel", { id: modelId });
  if (!model) throw commonErrors.notFound();
  return model;
}
