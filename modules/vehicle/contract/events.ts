import { event } from "@ops/platform/contract";
import { z } from "zod";

/** Configurations that are sold otherwise from now on; an empty list means any of them may be. */
export const catalogChanged = event("catalog.changed", z.object({ configIds: z.array(z.string()) }), ({ configIds }) =>
  configIds.length === 1 ? (configIds[0] ?? "all") : "all",
);
