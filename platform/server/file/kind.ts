import type { FileExtension } from "@ops/platform/contract";
import { requireReadable } from "../audit/readable.ts";
import type { RecordRow, Table } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";

/** A kind of attachment that a module takes. */
export interface FileKind {
  /** Of the records that such files belong to. */
  readonly bizType: string;
  /** The permission to add a file to a record and to remove it; `session` means everybody. */
  readonly write: string;
  /** Further permissions to add a file; whoever has one of these alone removes none of a record. */
  readonly add?: readonly string[];
  /** Fewer than the platform takes. */
  readonly extensions?: readonly FileExtension[];
  /** Throws unless the actor may see the record. Without it only the uploader sees the file. */
  readonly requireReadable?: (tx: Tx, bizId: string) => Promise<void>;
  /** Throws if a file of the record must not be removed by anybody. */
  readonly refuseRemoval?: (tx: Tx, bizId: string) => Promise<void>;
}

/** Declares attachments of the records in a table. Everybody who may read the record may read them. */
export function recordFiles<Row extends RecordRow>(
  table: Table<Row>,
  { write, ...rest }: Pick<FileKind, "write" | "add" | "extensions">,
): FileKind {
  if (!table.read) throw new Error(`${table.name} names no permission to read it`);
  return { bizType: table.name, write, ...rest, requireReadable: (tx, id) => requireReadable(tx, table.name, id) };
}
