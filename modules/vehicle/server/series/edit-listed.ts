import { asStored, changeRecord, lockRecord, type RecordRow, type Table, type Tx } from "@ops/platform/server";
import { lockCatalogue } from "../catalogue-lock.ts";
import { announceCatalogueChange } from "../quote/changed.ts";
import { refuseUsed } from "../refuse-used.ts";

interface Edited {
  readonly id: string;
  readonly version: number;
}

type Changes<Row extends RecordRow> = Parameters<typeof changeRecord<Row>>[3];

/** Saves an edit of a record in the catalogue. A record in use cannot be switched off (VE-R16). */
export async function editListed<Row extends RecordRow & { status: string }>(
  tx: Tx,
  table: Table<Row>,
  { id, version }: Edited,
  changes: Changes<Row> & { readonly status: string },
  check: (row: Row) => Promise<void> | void = () => {},
): Promise<Row> {
  await lockCatalogue(tx);
  const row = await lockRecord(tx, table, id, version, asStored);
  await check(row);
  if (changes.status === "DISABLED" && row.status === "ENABLED") await refuseUsed(tx, table.name, id);
  const changed = await changeRecord<Row>(tx, table, row, changes);
  await announceCatalogueChange(tx);
  return changed;
}
