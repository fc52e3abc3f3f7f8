import type { PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {};
