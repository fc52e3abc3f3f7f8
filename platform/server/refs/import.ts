import type { ImportColumn } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import type { ImportRow } from "../excel/import/check-rows.ts";
import type { ImportSource, Verdict } from "../excel/import/import-source.ts";
import { sourceOf } from "./source.ts";

type RefColumn = ImportColumn & { readonly ref: NonNullable<ImportColumn["ref"]> };

/**
 * The source with ids in place of the numbers and names that people type into its columns of references. A text that names no record
 * that may be chosen, or more than one, is the reason why its row does not get in.
 */
export function withRefs(source: ImportSource): ImportSource {
  const columns = source.kind.columns.filter((column): column is RefColumn => column.ref !== undefined);
  if (columns.length === 0) return source;
  const found = new WeakMap<ImportRow, ImportRow>();
  const known = (row: ImportRow) => found.get(row) ?? row;
  const check: ImportSource["check"] = async (tx, rows, call) => {
    const verdicts = new Map<number, Verdict>();
    const pointing = await readRows(tx, source, rows);
    const meant = await meaningsOf(tx, columns, pointing);
    for (const row of pointing) {
      const problems = columns.flatMap((column) => problemOf(column, row, meant) ?? []);
      if (problems.length > 0) verdicts.set(row.line, problems.join("；"));
      else found.set(row, withIds(columns, row, meant));
    }
    const good = rows.filter(({ line }) => !verdicts.has(line));
    for (const [line, verdict] of await source.check(tx, good.map(known), call)) verdicts.set(line, verdict);
    return verdicts;
  };
  // rows are written in the transaction that has checked them, so their ids are known
  if (source.applyAll)
    return { ...source, check, applyAll: (tx, rows, call) => source.applyAll(tx, rows.map(known), call) };
  return { ...source, check, apply: (tx, row, call) => source.apply(tx, known(row), call) };
}

/** Finds the rows whose references are read. */
async function readRows(tx: Tx, source: ImportSource, rows: readonly ImportRow[]): Promise<readonly ImportRow[]> {
  if (!source.readsRefs) return rows;
  const read: ImportRow[] = [];
  for (const row of rows) if (await source.readsRefs(tx, row)) read.push(row);
  return read;
}

type Meanings = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** The texts of a row that each name a record; null where nothing was typed. */
function textsOf({ key, many }: RefColumn, { values }: ImportRow): readonly string[] | null {
  const typed = values[key] ?? null;
  if (typed === null) return null;
  return many ? [...new Set(typed.split(/[,，、;；\s]+/).filter(Boolean))] : [typed];
}

/** Finds the possible records for the texts of each column. */
async function meaningsOf(tx: Tx, columns: readonly RefColumn[], rows: readonly ImportRow[]): Promise<Meanings> {
  const meant = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const column of columns) {
    const texts = [...new Set(rows.flatMap((row) => textsOf(column, row) ?? []))];
    if (texts.length > 0) meant.set(column.key, await sourceOf(tx, column.ref.kind).find(tx, texts));
  }
  return meant;
}

function problemOf(column: RefColumn, row: ImportRow, meant: Meanings): string | null {
  const { key, title, refused } = column;
  const texts = textsOf(column, row);
  if (texts === null) return null;
  const counts = texts.map((text) => ({ text, count: meant.get(key)?.get(text)?.length ?? 0 }));
  const unknown = refused?.().message ?? `${title}不存在`;
  if (counts.length === 0 || counts.some(({ count }) => count === 0)) return unknown;
  const unclear = counts.find(({ count }) => count > 1);
  return unclear ? `${title}「${unclear.text}」有${unclear.count}个，请填写编号` : null;
}

function withIds(columns: readonly RefColumn[], row: ImportRow, meant: Meanings): ImportRow {
  const ids = columns.map((column) => {
    const named = textsOf(column, row)?.flatMap((text) => meant.get(column.key)?.get(text) ?? []);
    return [column.key, named ? [...new Set(named)].join(",") : null];
  });
  return { ...row, values: { ...row.values, ...Object.fromEntries(ids) } };
}
