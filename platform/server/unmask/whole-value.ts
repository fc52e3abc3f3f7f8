import { BusinessError, masks, unmaskBy, unmaskErrors } from "@ops/platform/contract";
import { type RawBuilder, sql } from "kysely";
import { writeAudit } from "../audit/write.ts";
import { covers, inScope } from "../db/record/data-scope.ts";
import type { RecordRow, Table } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";
import type { PersonalKind } from "../secret/vault.ts";
import { isNewcomerTooMany } from "./file-values.ts";
import { isTryTooMany, refuseGuesser, seesAllInClear } from "./tries.ts";

/** A search by the whole of a masked value, and its result. */
export interface WholeSearch {
  /** The kind of record that was searched. */
  readonly bizType: string;
  /** The label of the field. */
  readonly label: string;
  /** The value as it was typed; it is compared with earlier ones and never stored. */
  readonly text: string;
  /** The value as the log shows it. */
  readonly shown: string;
  readonly found: readonly string[];
  /** What the answer tells about a person outside of the scope. This counts like an unsuccessful search. */
  readonly told?: string;
  /** The value is that of somebody who is about to be entered, and nothing speaks against it. It counts like one of a file. */
  readonly isNewcomer?: true;
  /** The searcher may see the value in clear, so there is nothing to guess. */
  readonly isFree: boolean;
}

/** How a masked field of a table is searched by its whole value; a table names these fields in `wholes`. */
export interface WholeField {
  readonly label: string;
  readonly mask: (text: string) => string;
  /** Set if the field is sealed and compared by its hash. */
  readonly sealed?: PersonalKind;
}

export const wholePhoneField: WholeField = { label: "手机号", mask: masks.phone };

/**
 * Finds the records in the reader's scope whose masked field is exactly this text. Each search is logged, and
 * unsuccessful ones are counted. After `mask.searchMisses` of them in a day, no search is answered (PF-R104).
 */
export async function findByWhole<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  field: string,
  text: string,
): Promise<string[]> {
  const whole = wholeOf(table, field);
  const found = await idsOf(tx, table, { field, text, whole });
  const { label, mask } = whole;
  const isFree = await maySeeInClear(tx, table);
  await tx.noteWholeSearch({ bizType: table.name, label, text, shown: mask(text), found, isFree });
  return found;
}

/**
 * Runs something that compares a typed value with stored ones, such as a check that nobody has it. If it is refused for
 * any reason, it has told as much as a search, so it is counted and logged like one. If it succeeds, it leaves a record
 * and does not count (PF-R104).
 */
export async function countRefusal<Row extends RecordRow, T>(
  tx: Tx,
  { table, field, text }: { readonly table: Table<Row>; readonly field: string; readonly text: string },
  act: () => Promise<T>,
): Promise<T> {
  if (await seesAllInClear(tx, [table.name])) return act();
  await refuseGuesser(tx);
  const whole = wholeOf(table, field);
  const isReader = table.read !== undefined && tx.actor.can(table.read);
  const found = isReader ? await idsOf({ ...tx, permission: table.read }, table, { field, text, whole }) : [];
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BusinessError)) throw error;
    const { label, mask } = whole;
    const told = error.message;
    await tx.noteWholeSearch({ bizType: table.name, label, text, shown: mask(text), found, told, isFree: false });
    throw error;
  }
}

/**
 * Runs a check whether somebody with a typed value may be entered, and answers what speaks against it. Newcomers are
 * unknown, so their numbers count like those of a file; what is told about somebody out of the reader's scope counts like
 * an unsuccessful search (PF-R104).
 */
export async function checkNewcomer<Row extends RecordRow>(
  tx: Tx,
  { table, field, text }: { readonly table: Table<Row>; readonly field: string; readonly text: string },
  faultOf: () => Promise<BusinessError | null>,
): Promise<BusinessError | null> {
  const whole = wholeOf(table, field);
  const { label, mask } = whole;
  const found = await idsOf(tx, table, { field, text, whole });
  const fault = await faultOf();
  const isFree = await seesAllInClear(tx, [table.name]);
  const outcome = fault ? { told: fault.message } : found.length === 0 ? { isNewcomer: true as const } : {};
  await tx.noteWholeSearch({ bizType: table.name, label, text, shown: mask(text), found, ...outcome, isFree });
  return fault;
}

function wholeOf<Row extends RecordRow>(table: Table<Row>, field: string): WholeField {
  const wholes: Partial<Record<string, WholeField>> = table.wholes ?? {};
  const whole = wholes[field];
  if (!whole) throw new Error(`${table.name}.${field} is not searched by its whole value`);
  return whole;
}

async function idsOf<Row extends RecordRow>(tx: Tx, table: Table<Row>, sought: Sought): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table.name)}
    where ${isWhole(tx, table, sought)} and ${inScope(tx, table)}`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}

interface Sought {
  readonly field: string;
  readonly text: string;
  readonly whole: WholeField;
}

function isWhole<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  { field, text, whole }: Sought,
): RawBuilder<boolean> {
  if (!whole.sealed) return sql<boolean>`${sql.ref(`${table.name}.${field}`)} = ${text}`;
  return sql<boolean>`${sql.ref(`${table.name}.${field}Hash`)} = ${tx.vault.hash(whole.sealed, text)}`;
}

/** Tells whether the reader may see all records of the search in clear text, and so learns nothing from it. */
async function maySeeInClear<Row extends RecordRow>(tx: Tx, { unmask, unmasksAll }: Table<Row>): Promise<boolean> {
  if (!unmask) return false;
  const { actor, permission } = tx;
  const call = unmaskBy(unmask.code);
  if (!actor.mayCall(call)) return false;
  if (!(await covers(tx, actor.scopeOf(call.permission), actor.scopeOf(permission)))) return false;
  return (await unmasksAll?.(tx)) !== false;
}

/** Counts and logs a search in a transaction of its own, so that it stays whatever becomes of the call. */
export async function noteWholeSearch(
  commit: <T>(act: (tx: Tx) => Promise<T>) => Promise<T>,
  search: WholeSearch,
): Promise<void> {
  const isRefused = await commit(async (tx) => {
    const isTooMany = search.isNewcomer ? isNewcomerTooMany : isTryTooMany;
    const refused = !search.isFree && (await isTooMany(tx, search));
    await logSearch(tx, search, refused);
    return refused;
  });
  if (isRefused) throw unmaskErrors.searchLimit();
}

async function logSearch(tx: Tx, search: WholeSearch, isRefused: boolean): Promise<void> {
  const { bizType, label, shown, found, told = "未找到" } = search;
  const [first = ""] = found;
  const outcome = isRefused ? "已达上限，未查询" : first === "" ? told : `找到${found.length}条`;
  tx.trail.about(bizType, isRefused ? "" : first);
  tx.trail.summary = `${label} ${shown}：${outcome}`;
  const call = { action: "SEARCH wholeValue", actionName: "按完整号码查询", module: "platform" };
  await writeAudit(tx, { ...call, result: isRefused ? "REFUSED" : "SUCCESS" });
}
