import { event } from "@ops/platform/contract";
import { z } from "zod";

/** The offers or prices of these configurations have changed. An empty list means that any configuration may have. */
export const catalogChanged = event("catalog.changed", z.object({ configIds: z.array(z.string()) }), ({ configIds }) =>
  configIds.length === 1 ? (configIds[0] ?? "all") : "all",
);
