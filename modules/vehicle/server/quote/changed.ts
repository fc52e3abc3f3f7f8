import type { Tx } from "@ops/platform/server";
import { catalogChanged } from "../../contract/index.ts";
import { soldConfig } from "./sold-config.ts";

/** Makes every node read these configurations anew and tells other modules. Without ids it means all configurations. */
export async function announceCatalogueChange(tx: Tx, ...configIds: string[]): Promise<void> {
  const keys = configIds.length === 0 ? [""] : configIds;
  for (const key of keys) await tx.invalidate(`${soldConfig.name}:${key}`);
  await tx.publish(catalogChanged, { configIds });
}
