import { IMPORT_MOST_ROWS, type ImportKind } from "@ops/platform/contract";
import { inTurn } from "./in-turn.ts";
import { parseSheets } from "./parse-sheets.ts";
import type { TypedRow } from "./typed-rows.ts";
import { requireSoundZip } from "./zip-guard.ts";

export const mostRowsOf = ({ mostRows = IMPORT_MOST_ROWS }: ImportKind): number => mostRows;

/** The rows of a filled-in template of this kind (PF-R95); whatever is wrong with the file as a whole is refused. */
export function readTemplate(kind: ImportKind, open: () => Promise<Buffer>): Promise<TypedRow[]> {
  const { key, version } = kind;
  const columns = kind.columns.map(({ key, title }) => ({ key, title }));
  return inTurn(async () => {
    const file = await open();
    await requireSoundZip(file);
    return parseSheets(file, { key, version, columns, mostRows: mostRowsOf(kind) });
  });
}
