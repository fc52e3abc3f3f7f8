import type { Tx } from "@ops/platform/server";
import { catalogChanged } from "../../contract/index.ts";
import { soldConfig } from "./sold-config.ts";

/** Every node reads the configuration anew, and other modules are told; all configurations when none is named. */
export async function catalogueChanged(tx: Tx, ...configIds: string[]): Promise<void> {
  const keys = configIds.length === 0 ? [""] : configIds;
  for (const key of keys) await tx.invalidate(`${soldConfig.name}:${key}`);
  await tx.publish(catalogChanged, { configIds });
}
