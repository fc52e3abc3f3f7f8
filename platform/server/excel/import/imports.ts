import { Readable } from "node:stream";
import {
  type BodyOf,
  type checkImport as checkEndpoint,
  commonErrors,
  fileTypes,
  IMPORT_BIZ_TYPE,
  type ImportDraft,
  type ImportKind,
  type ImportProblem,
  importErrors,
  wireTime,
} from "@ops/platform/contract";
import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Tx } from "../../db/tx.ts";
import type { FileKind } from "../../file/kind.ts";
import { bindFile, readFile } from "../../file/service.ts";
import { checkInnerValues } from "../../http/check/inner-values.ts";
import type { Download, Steps } from "../../http/route.ts";
import { newId } from "../../secret/crypto.ts";
import { db } from "../../tables.ts";
import { presentTask } from "../../task/present.ts";
import { submitTask } from "../../task/submit.ts";
import { writeTemplate } from "../template.ts";
import { newFilePassword } from "../workbook/encrypted-zip.ts";
import { mostRowsOf } from "../workbook/read-sheet.ts";
import { checkContent } from "./check-progress.ts";
import { withDictWords } from "./dict-words.ts";
import {
  besideOf,
  getsIn,
  type ImportSource,
  mayImport,
  reasonOf,
  SKIPPED,
  type Verdict,
  type Verdicts,
  Warned,
} from "./import-source.ts";
import type { TypedRow } from "./typed-rows.ts";

export type ImportSources = ReadonlyMap<string, ImportSource>;

/** Filled-in templates are visible only for the person who uploaded them. */
export const importFiles: FileKind = { bizType: IMPORT_BIZ_TYPE, write: "session", extensions: ["xlsx"] };

const SHOWN_PROBLEMS = 100;
const REMEMBERED_HOURS = 24;

/** The kinds that the actor may use. */
export async function importKinds(tx: Tx, sources: ImportSources) {
  const mine = [...sources.values()].filter(({ kind }) => mayImport(tx.actor, kind));
  const { rows } = await sql<{ kind: string; lastRunAt: Date }>`
    select biz_type as kind, max(created_at) as "lastRunAt" from task
    where owner_id = ${tx.actor.userId} and kind = 'IMPORT' group by biz_type`.execute(tx.kysely);
  return mine.map(({ kind }) => ({
    key: kind.key,
    name: kind.name,
    columns: kind.columns.map(({ title, required = false, note = "" }) => ({ title, required, note })),
    options: [...(kind.options ?? [])],
    mostRows: mostRowsOf(kind),
    needsBeside: !besideOf(kind).safeParse({}).success,
    page: kind.page ?? null,
    lastRunAt: rows.find((row) => row.kind === kind.key)?.lastRunAt ?? null,
  }));
}

function requireSource(actor: Actor, sources: ImportSources, key: string): ImportSource {
  const source = sources.get(key);
  if (!source) throw commonErrors.notFound();
  if (!mayImport(actor, source.kind)) throw commonErrors.forbidden();
  return source;
}

export async function importTemplate(tx: Tx, sources: ImportSources, key: string): Promise<Download> {
  const kind = await withDictWords(tx, requireSource(tx.actor, sources, key).kind);
  const body = Readable.from(writeTemplate(kind));
  return { fileName: `${kind.name}模板.xlsx`, contentType: fileTypes.xlsx.mime, body };
}

type CheckBody = BodyOf<typeof checkEndpoint>;

/** Reads and checks a file while somebody waits for it. Only the result is stored (PF-R95). */
export async function checkImport(
  steps: Steps,
  sources: ImportSources,
  key: string,
  body: CheckBody,
): Promise<ImportDraft> {
  try {
    return await checkUploaded(steps, sources, key, body);
  } catch (error) {
    throw steps.signal.aborted ? importErrors.abandoned() : error;
  }
}

async function checkUploaded(
  steps: Steps,
  sources: ImportSources,
  key: string,
  { fileId, again, options, beside: sent }: CheckBody,
): Promise<ImportDraft> {
  const source = requireSource(steps.actor, sources, key);
  const memory = source.startMemory?.();
  const chosen = chosenOptions(source, options);
  const uploaded = await steps.commit((tx) => findUploaded(tx, fileId));
  const { kind, beside } = await steps.commit(async (tx) => {
    const permitted = { ...tx, permission: source.kind.permission }; // inside its data scope
    const beside = await checkInnerValues(permitted, besideOf(source.kind), sent);
    if (!again) await refuseRepeated(tx, { kind: key, sha256: uploaded.sha256, beside: sent });
    return { beside, kind: await withDictWords(tx, source.kind) };
  });
  const call = { options: chosen, beside, prepared: undefined, taskId: null, memory };
  const checking = { source, kind, call, fileId };
  const { typed, rows, problems, verdicts } = await checkContent(steps, uploaded.content, checking);
  return steps.finish(async (tx) => {
    const all = [...problems, ...rows.flatMap((row) => problemOf(row.line, verdicts.get(row.line)))];
    const invalid = new Set(all.map(({ line }) => line)).size;
    const valid = rows.filter(({ line }) => getsIn(verdicts.get(line))).length;
    const warnings = warningsOf(verdicts);
    const skipped = [...verdicts.values()].filter((verdict) => verdict === SKIPPED).length;
    const draft = { id: newId(), kind: key, fileName: uploaded.fileName, total: valid + invalid + skipped, valid };
    const kept = {
      ...draft,
      fileId,
      sha256: uploaded.sha256,
      options: [...call.options],
      beside: JSON.stringify(sent),
    };
    await db(tx)
      .insertInto("importDraft")
      .values({ ...kept, ownerId: tx.actor.userId, createdAt: tx.now })
      .execute();
    await bindFile(tx, fileId, { bizType: IMPORT_BIZ_TYPE, bizId: draft.id });
    const shown = (found: readonly ImportProblem[]) =>
      found
        .toSorted((a, b) => a.line - b.line)
        .slice(0, SHOWN_PROBLEMS)
        .map(withColumn(kind, typed));
    const counts = { ...draft, invalid, skipped, warned: warnings.length };
    const texts = { kindName: kind.name, summary: summaryOf(counts) };
    return { ...counts, ...texts, problems: shown(all), warnings: shown(warnings) };
  });
}

function chosenOptions({ kind: { options = [] } }: ImportSource, chosen: readonly string[]): ReadonlySet<string> {
  const unknown = chosen.some((key) => options.every((option) => option.key !== key));
  if (unknown) throw commonErrors.param({ field: "选项" });
  return new Set(chosen);
}

type Counts = Record<"total" | "valid" | "invalid" | "skipped" | "warned", number>;

function summaryOf({ total, valid, invalid, skipped, warned }: Counts) {
  const summary = `共${total}行，可导入${valid}行，错误${invalid}行`;
  return `${summary}${skipped > 0 ? `，跳过${skipped}行` : ""}${warned > 0 ? `，提醒${warned}行` : ""}`;
}

/** A sentence that begins with the title of a column is about that column. */
function withColumn({ columns }: ImportKind, typed: readonly TypedRow[]): (found: ImportProblem) => ImportProblem {
  const cellsOf = new Map(typed.map(({ line, cells }) => [line, cells]));
  const longestFirst = columns.toSorted((a, b) => b.title.length - a.title.length);
  return (found) => {
    const column = found.column ? undefined : longestFirst.find(({ title }) => found.problem.startsWith(title));
    return column ? { ...found, column: column.title, value: cellsOf.get(found.line)?.[column.key] ?? "" } : found;
  };
}

const warningsOf = (verdicts: Verdicts): ImportProblem[] =>
  [...verdicts].flatMap(([line, verdict]) =>
    verdict instanceof Warned ? [{ line, column: "", value: "", problem: verdict.warning }] : [],
  );

function problemOf(line: number, verdict: Verdict | undefined): ImportProblem[] {
  const problem = reasonOf(verdict);
  return problem === undefined ? [] : [{ line, column: "", value: "", problem }];
}

export async function findUploaded(tx: Tx, fileId: string) {
  const file = await readFile(tx, fileId);
  if (file.bizType !== IMPORT_BIZ_TYPE || file.uploaderId !== tx.actor.userId) throw commonErrors.notFound();
  const store = tx.files.storeOf(file.store);
  return { ...file, content: async () => Buffer.concat(await (await store.open(fileId)).toArray()) };
}

interface Repeated extends Pick<CheckBody, "beside"> {
  readonly kind: string;
  readonly sha256: Buffer;
}

async function refuseRepeated(tx: Tx, { kind, sha256, beside }: Repeated): Promise<void> {
  const since = new Date(tx.now.getTime() - REMEMBERED_HOURS * 3_600_000);
  const before = await db(tx)
    .selectFrom("importDraft")
    .select("confirmedAt")
    .where("ownerId", "=", tx.actor.userId)
    .where("kind", "=", kind)
    .where("confirmedAt", ">", since)
    .where("sha256", "=", sha256)
    .where(sql<boolean>`beside = ${JSON.stringify(beside)}::jsonb`)
    .orderBy("confirmedAt", "desc")
    .executeTakeFirst();
  if (before?.confirmedAt) throw importErrors.duplicateFile({ time: wireTime(before.confirmedAt) });
}

/** Starts the import of a checked file. Idempotent. */
export async function confirmImport(tx: Tx, sources: ImportSources, id: string) {
  const draft = await db(tx)
    .selectFrom("importDraft")
    .selectAll()
    .where("id", "=", id)
    .where("ownerId", "=", tx.actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!draft) throw commonErrors.notFound();
  const source = requireSource(tx.actor, sources, draft.kind);
  if (draft.confirmedAt) return tellAgain(tx, source, draft);
  if (draft.valid === 0) throw importErrors.noValidRow();
  await db(tx).updateTable("importDraft").set({ confirmedAt: tx.now }).where("id", "=", id).execute();
  const { kind } = source;
  const chosen = (kind.options ?? []).filter(({ key }) => draft.options.includes(key));
  const task = await submitTask(tx, {
    kind: "IMPORT",
    bizType: kind.key,
    bizName: kind.name,
    fileName: draft.fileName,
    permissionCode: kind.permission,
    sourceFileId: draft.fileId,
    total: draft.total,
    params: { draftId: id, options: draft.options, beside: draft.beside },
    conditions: chosen.map(({ label }) => ({ label: "选项", value: label })),
  });
  return { ...presentTask(task), filePassword: await newPassword(tx, source, id) };
}

/**
 * Makes another password, because the answer with the first one may have been lost. This works until a file uses it.
 */
async function tellAgain(tx: Tx, source: ImportSource, { id, sealedPassword }: ConfirmedDraft) {
  const task = await db(tx)
    .selectFrom("task")
    .selectAll()
    .where("ownerId", "=", tx.actor.userId)
    .where("status", "in", ["QUEUED", "RUNNING"])
    .where(sql<boolean>`params ->> 'draftId' = ${id}`)
    .executeTakeFirst();
  if (!sealedPassword || !task) throw importErrors.confirmed();
  return { ...presentTask(task), filePassword: await newPassword(tx, source, id) };
}

interface ConfirmedDraft {
  readonly id: string;
  readonly sealedPassword: Buffer | null;
}

/** Makes the password of the file with data for the operator, if the kind has one. */
async function newPassword(tx: Tx, { handsBack }: ImportSource, id: string): Promise<string | null> {
  if (!handsBack) return null;
  const password = newFilePassword();
  const sealedPassword = handsBack.seal(password, id);
  await db(tx).updateTable("importDraft").set({ sealedPassword }).where("id", "=", id).execute();
  return password;
}
