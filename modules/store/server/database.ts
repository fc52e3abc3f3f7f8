import { databaseOf } from "@ops/platform/server";
import type { StoreTables } from "./tables.generated.ts";

/** The module's view of the database: its own tables and no others. */
export const { tableOf } = databaseOf<StoreTables>();
