import { type FileExtension, fileErrors, fileTypes, isFileExtension } from "@ops/platform/contract";
import { sql } from "kysely";
import { newId } from "../crypto.ts";
import { requireRecord } from "../db/record.ts";
import type { Tx } from "../db/tx.ts";
import { files } from "../tables.ts";
import { isContentOf } from "./content-type.ts";
import { cleanFileName } from "./file-name.ts";
import type { FileKind } from "./kind.ts";
import type { Spool } from "./spool.ts";
import type { Files } from "./store.ts";

export interface NewFile {
  /** Where somebody has to know it before. */
  readonly id?: string;
  readonly fileName: string;
  readonly ext: FileExtension;
  readonly bizType: string;
  /** Given when it belongs to its record from the beginning. */
  readonly bizId?: string;
  readonly uploaderId: string;
  readonly content: Spool;
}

interface Transactions {
  commit<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
  /** The last one. */
  finish<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
}

/** What was sent as a file, checked by name, size and content; refuses whatever is not what it says (PF-R92). */
export async function checkFile(kind: FileKind, sent: { name: string; content: Spool; isCut: boolean }) {
  const { fileName, ext } = cleanFileName(sent.name);
  if (!isFileExtension(ext) || !(kind.extensions?.includes(ext) ?? true)) throw fileErrors.type();
  const { limitMb } = fileTypes[ext];
  if (sent.isCut || sent.content.size > limitMb * 1_048_576) throw fileErrors.tooLarge({ n: limitMb });
  if (!(await isContentOf(ext, sent.content))) throw fileErrors.type();
  return { fileName, ext };
}

/**
 * Keeps a file. The row comes first, so that content of which the end is missing is swept away with it; the content
 * follows outside of any transaction; at last the row counts.
 */
export async function keepFile({ commit, finish }: Transactions, file: NewFile) {
  const { id = newId() } = file;
  const known = await commit(async (tx) => {
    await insertRow(tx, id, file);
    return tx.files;
  });
  await putOrForget(known, commit, { id, content: file.content });
  return finish(async (tx) => {
    await sql`update file set stored_at = ${tx.now}, status = ${file.bizId === undefined ? "TEMP" : "BOUND"}
      where id = ${id}`.execute(tx.kysely);
    const row = await requireRecord(tx, files, id);
    tx.trail.changed(files, null, row);
    return row;
  });
}

async function insertRow(tx: Tx, id: string, { fileName, ext, bizType, bizId, uploaderId, content }: NewFile) {
  const { mime, category } = fileTypes[ext];
  const { size, sha256 } = content;
  await sql`insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256,
      category, biz_type, biz_id, uploader_id, store, status)
    values (${id}, ${tx.now}, ${uploaderId}, ${tx.now}, ${uploaderId}, ${fileName}, ${ext}, ${mime}, ${size}, ${sha256},
      ${category}, ${bizType}, ${bizId ?? null}, ${uploaderId}, ${tx.files.store.name}, 'TEMP')`.execute(tx.kysely);
}

async function putOrForget(known: Files, commit: Transactions["commit"], file: { id: string; content: Spool }) {
  try {
    await known.store.put(file.id, file.content);
  } catch (error) {
    await commit((tx) => sql`update file set status = 'DELETED' where id = ${file.id}`.execute(tx.kysely));
    throw error;
  }
}
