import { type ImportColumn, type ImportKind, unmaskErrors, type WholeColumn } from "@ops/platform/contract";
import { writeAudit } from "../audit/write.ts";
import type { Tx } from "../db/tx.ts";
import type { ImportRow } from "../excel/import/check-rows.ts";
import { countAllToday, countToday } from "../limits.ts";
import { numberParam } from "../params/declare.ts";
import { countTries, hasGuessed, seesAllInClear, subjectsOf } from "./tries.ts";

export const fileAlikes = numberParam("mask.fileAlikes", 5, {
  group: "数据安全",
  description: "每人每天校验导入文件时，脱敏后相同的不同号码允许的个数，超出的按未找到计次",
  min: 1,
  max: 1_000,
});

export const fileValues = numberParam("mask.fileValues", 10_000, {
  group: "数据安全",
  description: "每人每天校验导入文件时，不同号码允许的个数，超出的按未找到计次",
  min: 100,
  max: 1_000_000,
});

/**
 * Counts the masked values in a file before any of them is looked up. A file of new people has many unknown numbers, so
 * these do not count as tries. But honest numbers rarely have the same mask, while guesses for one mask do. Values
 * beyond either limit of the day count as tries like an unsuccessful search (PF-R104).
 */
export async function refuseGuessedFile(
  commit: <T>(act: (tx: Tx) => Promise<T>) => Promise<T>,
  kind: ImportKind,
  rows: readonly ImportRow[],
): Promise<void> {
  const columns = kind.columns.flatMap((column) => (column.whole ? [{ ...column, whole: column.whole }] : []));
  if (columns.length === 0) return;
  const isRefused = await commit(async (tx) => {
    let refused = false;
    for (const column of columns) refused = (await isColumnRefused(tx, kind, { column, rows })) || refused;
    return refused;
  });
  if (isRefused) throw unmaskErrors.searchLimit();
}

/** Counts one value that is typed for somebody new as if it stood in a file, and tells whether it exceeds the limit. */
export async function isNewcomerTooMany(
  tx: Tx,
  { text, shown }: { readonly text: string; readonly shown: string },
): Promise<boolean> {
  return (await hasGuessed(tx)) || areTooMany(tx, [text], () => shown);
}

interface Asked {
  readonly column: ImportColumn & { readonly whole: WholeColumn };
  readonly rows: readonly ImportRow[];
}

async function isColumnRefused(tx: Tx, kind: ImportKind, { column, rows }: Asked): Promise<boolean> {
  const texts = [...new Set(rows.flatMap(({ values }) => values[column.key] ?? []))];
  if (texts.length === 0 || (await seesAllInClear(tx, column.whole.tables))) return false;
  const asked = `导入${kind.name} ${column.title}：${texts.length}个号码`;
  if (await hasGuessed(tx)) {
    await logRefusal(tx, `${asked}，已达上限，未查询`);
    return true;
  }
  const isRefused = await areTooMany(tx, texts, column.whole.mask);
  if (isRefused) await logRefusal(tx, `${asked}，其中脱敏后相同的过多`);
  return isRefused;
}

async function areTooMany(tx: Tx, texts: readonly string[], mask: (text: string) => string): Promise<boolean> {
  let isRefused = false;
  for (const subject of subjectsOf(tx)) {
    const tries = await triesOf(tx, { subject, texts, mask });
    isRefused = (tries > 0 && (await countTries(tx, [subject], tries))) || isRefused;
  }
  return isRefused;
}

interface Subject {
  readonly subject: string;
  readonly texts: readonly string[];
  readonly mask: (text: string) => string;
}

/** Counts how many of these values are tries. Values that were already used today do not count again. */
async function triesOf(tx: Tx, { subject, texts, mask }: Subject): Promise<number> {
  const keyOf = (text: string) => `${subject}:file:${tx.vault.hash("code", text).toString("hex", 0, 16)}`;
  const asked = await countAllToday(tx, new Map(texts.map((text) => [keyOf(text), 1])));
  const fresh = texts.filter((text) => asked.get(keyOf(text)) === 1);
  if (fresh.length === 0) return 0;
  const looks = Map.groupBy(fresh, (text) => keyOf(mask(text)));
  const alikes = await countAllToday(tx, new Map([...looks].map(([look, { length }]) => [look, length])));
  const beyond = [...looks].map(([look, { length }]) => beyondOf(alikes.get(look) ?? 0, length, tx.param(fileAlikes)));
  const total = await countToday(tx, `${subject}:files`, fresh.length);
  const tooMany = beyondOf(total, fresh.length, tx.param(fileValues));
  return Math.max(
    tooMany,
    beyond.reduce((sum, n) => sum + n, 0),
  );
}

/** Counts how many of the last ones exceed the limit. */
const beyondOf = (count: number, last: number, allowed: number) => Math.min(last, Math.max(0, count - allowed));

async function logRefusal(tx: Tx, summary: string): Promise<void> {
  tx.trail.summary = summary;
  const call = { action: "SEARCH wholeValue", actionName: "按完整号码查询", module: "platform" };
  await writeAudit(tx, { ...call, result: "REFUSED" });
}
