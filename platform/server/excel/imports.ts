import { Readable } from "node:stream";
import {
  type BodyOf,
  type checkImport as checkEndpoint,
  commonErrors,
  fileTypes,
  IMPORT_BIZ_TYPE,
  type ImportDraft,
  type ImportProblem,
  importErrors,
  wireTime,
} from "@ops/platform/contract";
import { sql } from "kysely";
import type { Actor } from "../actor.ts";
import { newId } from "../crypto.ts";
import type { Tx } from "../db/tx.ts";
import type { FileKind } from "../file/kind.ts";
import { bindFile, readFile } from "../file/service.ts";
import type { Download, Steps } from "../http/route.ts";
import { db } from "../tables.ts";
import { presentTask } from "../task/present.ts";
import { submitTask } from "../task/submit.ts";
import { checkRows } from "./check-rows.ts";
import type { ImportSource } from "./import-source.ts";
import { readTemplate } from "./read-sheet.ts";
import { writeTemplate } from "./template.ts";

export type ImportSources = ReadonlyMap<string, ImportSource>;

/** Filled-in templates: seen by whoever uploaded them, and by nobody else. */
export const importFiles: FileKind = { bizType: IMPORT_BIZ_TYPE, write: "session", extensions: ["xlsx"] };

const SHOWN_PROBLEMS = 100;
const REMEMBERED_HOURS = 24;

/** The kinds that the actor may use. */
export async function importKinds(tx: Tx, sources: ImportSources) {
  const mine = [...sources.values()].filter(({ kind }) => tx.actor.can(kind.permission));
  const { rows } = await sql<{ kind: string; lastRunAt: Date }>`
    select kind, max(confirmed_at) as "lastRunAt" from import_draft
    where owner_id = ${tx.actor.userId} and confirmed_at is not null group by kind`.execute(tx.kysely);
  return mine.map(({ kind: { key, name, columns } }) => ({
    key,
    name,
    columns: columns.map(({ title, required = false, note = "" }) => ({ title, required, note })),
    lastRunAt: rows.find(({ kind }) => kind === key)?.lastRunAt ?? null,
  }));
}

function requireSource(actor: Actor, sources: ImportSources, key: string): ImportSource {
  const source = sources.get(key);
  if (!source) throw commonErrors.notFound();
  if (!actor.can(source.kind.permission)) throw commonErrors.forbidden();
  return source;
}

export async function importTemplate({ actor }: Tx, sources: ImportSources, key: string): Promise<Download> {
  const { kind } = requireSource(actor, sources, key);
  const body = Readable.from(writeTemplate(kind));
  return { fileName: `${kind.name}模板.xlsx`, contentType: fileTypes.xlsx.mime, body };
}

/** Reads and checks a file; all that is kept is what was found (PF-R95). */
export async function checkImport(
  steps: Steps,
  sources: ImportSources,
  key: string,
  { fileId, again }: BodyOf<typeof checkEndpoint>,
): Promise<ImportDraft> {
  const source = requireSource(steps.actor, sources, key);
  const { kind } = source;
  const uploaded = await steps.commit((tx) => findUploaded(tx, fileId));
  const { rows, problems } = checkRows(kind, await readTemplate(kind, uploaded.content), source.keyOf);
  return steps.finish(async (tx) => {
    if (!again) await refuseRepeated(tx, key, uploaded.sha256);
    const refused = await source.check(tx, rows);
    const all = [...problems, ...rows.flatMap((row) => problemOf(row.line, refused.get(row.line)))];
    const invalid = new Set(all.map(({ line }) => line)).size;
    const valid = rows.length - refused.size;
    const draft = { id: newId(), kind: key, fileName: uploaded.fileName, total: valid + invalid, valid };
    await db(tx)
      .insertInto("importDraft")
      .values({ ...draft, ownerId: tx.actor.userId, fileId, sha256: uploaded.sha256, createdAt: tx.now })
      .execute();
    await bindFile(tx, fileId, { bizType: IMPORT_BIZ_TYPE, bizId: draft.id });
    const summary = `共${draft.total}行，可导入${valid}行，错误${invalid}行`;
    const shown = all.toSorted((a, b) => a.line - b.line).slice(0, SHOWN_PROBLEMS);
    return { ...draft, kindName: kind.name, invalid, summary, problems: shown };
  });
}

const problemOf = (line: number, problem: string | undefined): ImportProblem[] =>
  problem === undefined ? [] : [{ line, column: "", value: "", problem }];

async function findUploaded(tx: Tx, fileId: string) {
  const file = await readFile(tx, fileId);
  if (file.bizType !== IMPORT_BIZ_TYPE || file.uploaderId !== tx.actor.userId) throw commonErrors.notFound();
  const store = tx.files.storeOf(file.store);
  return { ...file, content: async () => Buffer.concat(await (await store.open(fileId)).toArray()) };
}

async function refuseRepeated(tx: Tx, kind: string, sha256: Buffer): Promise<void> {
  const since = new Date(tx.now.getTime() - REMEMBERED_HOURS * 3_600_000);
  const before = await db(tx)
    .selectFrom("importDraft")
    .select("confirmedAt")
    .where("ownerId", "=", tx.actor.userId)
    .where("kind", "=", kind)
    .where("confirmedAt", ">", since)
    .where("sha256", "=", sha256)
    .orderBy("confirmedAt", "desc")
    .executeTakeFirst();
  if (before?.confirmedAt) throw importErrors.duplicateFile({ time: wireTime(before.confirmedAt) });
}

/** Begins what was checked; however often it is asked for, once. */
export async function confirmImport(tx: Tx, sources: ImportSources, id: string) {
  const draft = await db(tx)
    .selectFrom("importDraft")
    .selectAll()
    .where("id", "=", id)
    .where("ownerId", "=", tx.actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!draft) throw commonErrors.notFound();
  const { kind } = requireSource(tx.actor, sources, draft.kind);
  if (draft.confirmedAt) throw importErrors.confirmed();
  if (draft.valid === 0) throw importErrors.noValidRow();
  await db(tx).updateTable("importDraft").set({ confirmedAt: tx.now }).where("id", "=", id).execute();
  const task = await submitTask(tx, {
    ...{ kind: "IMPORT", bizType: kind.key, bizName: kind.name, fileName: draft.fileName },
    ...{ params: { draftId: id }, conditions: [], permissionCode: kind.permission, sourceFileId: draft.fileId },
  });
  return presentTask(task);
}
