import type { ImportKind } from "@ops/platform/contract";
import type { Tx } from "../../db/tx.ts";
import { entriesByCodes } from "../../dict/service.ts";

/** The kind with the words of its dictionaries as they are now. */
export async function withDictWords(tx: Tx, kind: ImportKind): Promise<ImportKind> {
  const codes = [...new Set(kind.columns.flatMap(({ dict }) => dict ?? []))];
  if (codes.length === 0) return kind;
  const entries = await entriesByCodes(tx, { codes, includeDisabled: false });
  const columns = kind.columns.map((column) => {
    if (column.dict === undefined) return column;
    const words = (entries[column.dict] ?? []).map(({ entryValue, entryMeaning }) => [entryValue, entryMeaning]);
    return { ...column, words: Object.fromEntries(words) };
  });
  return { ...kind, columns };
}
