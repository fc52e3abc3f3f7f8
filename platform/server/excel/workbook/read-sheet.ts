import { IMPORT_MOST_ROWS, type ImportKind, importErrors } from "@ops/platform/contract";
import { Turns } from "../../in-turn.ts";
import type { TypedRow } from "../import/typed-rows.ts";
import { parseSheets } from "./parse-sheets.ts";

export const mostRowsOf = ({ mostRows = IMPORT_MOST_ROWS }: ImportKind): number => mostRows;

/** One file is read at a time on this node. */
const files = new Turns(importErrors.waiting);

interface Reading {
  /** For whom the file is read. */
  readonly ownerId: string;
  /** Of a call: it ends when its caller has gone. */
  readonly signal?: AbortSignal;
  open(): Promise<Buffer>;
}

/** The rows of a filled-in template of this kind (PF-R95); whatever is wrong with the file as a whole is refused. */
export async function readTemplate(kind: ImportKind, { ownerId, signal, open }: Reading): Promise<TypedRow[]> {
  const { key, version } = kind;
  const columns = kind.columns.map(({ key, title }) => ({ key, title }));
  const wanted = { key, version, columns, mostRows: mostRowsOf(kind) };
  return files.take({ ownerId, signal }, async () => parseSheets(await open(), wanted, { signal }));
}
