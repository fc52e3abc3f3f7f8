import { type FileExtension, fileErrors, fileTypes, isFileExtension, isHeic } from "@ops/platform/contract";
import { sql } from "kysely";
import { requireRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { newId } from "../secret/crypto.ts";
import { files } from "../tables.ts";
import { isContentOf, isHeicContent } from "./content-type.ts";
import { cleanFileName } from "./file-name.ts";
import { type ImageFacts, noFacts } from "./image/exif.ts";
import type { FileKind } from "./kind.ts";
import type { Spool } from "./spool.ts";
import type { Files } from "./store.ts";

export interface NewFile {
  /** The id, if somebody must know it before. */
  readonly id?: string;
  readonly fileName: string;
  readonly ext: FileExtension;
  readonly bizType: string;
  /** Given when it belongs to its record from the beginning. */
  readonly bizId?: string;
  readonly uploaderId: string;
  readonly content: Spool;
  /** The data of a picture before its content was cleaned. */
  readonly facts?: ImageFacts;
}

interface Transactions {
  commit<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
  /** The last one. */
  finish<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Checks a sent file by name, size and content, and refuses a file that is not what its name says (PF-R92). */
export async function checkFile(kind: FileKind, sent: { name: string; content: Spool; isCut: boolean }) {
  const { fileName, ext } = cleanFileName(sent.name);
  if (isHeic(ext) || (await isHeicContent(sent.content))) throw fileErrors.heic();
  if (!isFileExtension(ext) || !(kind.extensions?.includes(ext) ?? true)) throw fileErrors.type();
  const { limitMb } = fileTypes[ext];
  if (sent.isCut || sent.content.size > limitMb * 1_048_576) throw fileErrors.tooLarge({ n: limitMb });
  if (!(await isContentOf(ext, sent.content))) throw fileErrors.type();
  return { fileName, ext };
}

/**
 * Stores a file. The row is written first, so that incomplete content is deleted with it later. The content follows
 * outside of any transaction, and finally the row becomes valid.
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

async function insertRow(tx: Tx, id: string, file: NewFile) {
  const { fileName, ext, bizType, bizId, uploaderId, content, facts: { takenAt, place } = noFacts } = file;
  const { mime, category } = fileTypes[ext];
  const { size, sha256 } = content;
  await sql`insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256,
      category, biz_type, biz_id, uploader_id, store, status, taken_at, taken_lng, taken_lat)
    values (${id}, ${tx.now}, ${uploaderId}, ${tx.now}, ${uploaderId}, ${fileName}, ${ext}, ${mime}, ${size}, ${sha256},
      ${category}, ${bizType}, ${bizId ?? null}, ${uploaderId}, ${tx.files.store.name}, 'TEMP',
      ${takenAt}, ${place?.lng ?? null}, ${place?.lat ?? null})`.execute(tx.kysely);
}

async function putOrForget(known: Files, commit: Transactions["commit"], file: { id: string; content: Spool }) {
  try {
    await known.store.put(file.id, file.content);
  } catch (error) {
    await commit((tx) => sql`update file set status = 'DELETED' where id = ${file.id}`.execute(tx.kysely));
    throw error;
  }
}
