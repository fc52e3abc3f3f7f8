import type { Insertable } from "kysely";
import { insertMany } from "../db/record/insert-many.ts";
import type { Tx } from "../db/tx.ts";
import type { PlatformTables } from "../tables.generated.ts";

/** An announcement that no call of this node wrote: of demo data. */
export type PastAnnouncement = Insertable<PlatformTables["announcement"]>;

export function insertPastAnnouncements(tx: Tx, rows: readonly PastAnnouncement[]): Promise<void> {
  return insertMany(tx, "announcement", rows);
}
