import type { FileExtension } from "@ops/platform/contract";
import { requireReadable } from "../audit/readable.ts";
import type { RecordRow, Table } from "../db/table.ts";
import type { Tx } from "../db/tx.ts";

/** A kind of attachment that a module takes. */
export interface FileKind {
  /** Of the records that such files belong to. */
  readonly bizType: string;
  /** The permission of whoever may add one to a record, and take it away again; `session` for everybody. */
  readonly write: string;
  /** Fewer than the platform takes. */
  readonly extensions?: readonly FileExtension[];
  /** Throws unless the actor may see the record; without it, nobody but the uploader sees the file. */
  readonly requireReadable?: (tx: Tx, bizId: string) => Promise<void>;
  /** Throws where a file of the record has to stay, whoever asks. */
  readonly refuseRemoval?: (tx: Tx, bizId: string) => Promise<void>;
}

/** Attachments of the records of a table: whoever may read the record may read them. */
export function recordFiles<Row extends RecordRow>(
  table: Table<Row>,
  { write, ...rest }: { write: string; extensions?: readonly FileExtension[] },
): FileKind {
  if (!table.read) throw new Error(`${table.name} names no permission to read it`);
  return { bizType: table.name, write, ...rest, requireReadable: (tx, id) => requireReadable(tx, table.name, id) };
}
