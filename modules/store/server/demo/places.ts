import { findOrganization } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";

/** Finds an organisation of the demo brand by its code. */
export async function requireDemoPlace(tx: Tx, code: string): Promise<{ readonly id: string; readonly path: string }> {
  const place = await findOrganization(tx, { code });
  if (!place) throw new Error(`the demo has no organisation ${code}`);
  return place;
}
