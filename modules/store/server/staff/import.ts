import { BusinessError, isIdNumber, normalIdNumber } from "@ops/platform/contract";
import { findRecord, type ImportRow, type ImportSource, type Tx, type Verdict } from "@ops/platform/server";
import { sql } from "kysely";
import { chosenSource, employType, staffErrors, staffImport } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { SeatFrom } from "../headcount/seats.ts";
import { changeStaff, requireChange, seatAfter } from "./change.ts";
import {
  insertChecked,
  insertStaff,
  type NewStaff,
  type NewStaffChecks,
  prepareChecks,
  requireNewStaff,
} from "./insert.ts";
import { type StaffRow, staffTable } from "./tables.ts";

const phoneOf = ({ values }: ImportRow) => values["phone"] ?? "";

/** What the rows before one take from it: seats, and id numbers by the line that has them. */
interface Earlier {
  readonly seats: SeatFrom[];
  readonly linesByIdNo: Map<string, number>;
  /** New people who have passed all checks; they are written in the transaction that checked them last. */
  readonly checked: Map<number, NewStaff>;
}

/** 人员导入: every row passes the same checks as a person typed by hand. */
export const staffImportSource: ImportSource<unknown, Earlier> = {
  kind: staffImport,
  keyOf: phoneOf,
  checksAlone: true,
  startMemory: () => ({ seats: [], linesByIdNo: new Map(), checked: new Map() }),
  check: async (tx, rows, { memory }) => {
    const verdicts = new Map<number, Verdict>();
    const asked = await askTogether(tx, rows);
    for (const row of rows) {
      const refusal = await refusalOf(tx, row, memory, asked);
      if (refusal) verdicts.set(row.line, refusal);
    }
    return verdicts;
  },
  apply: async (tx, row, { memory }) => {
    const checked = memory.checked.get(row.line);
    if (checked) {
      await insertChecked(tx, checked);
      return;
    }
    const known = await lockKnown(tx, row);
    if (known) await changeStaff(tx, known, changesOf(known, toldBy(row)));
    else await insertStaff(tx, newOf(row, toldBy(row)));
  },
};

/** What is asked of the database for all rows together, because a file has thousands of them. */
interface Together {
  /** New people by line, and what they have to pass. */
  readonly newcomers: ReadonlyMap<number, NewStaff>;
  readonly checks: NewStaffChecks;
}

/** Locks the live records of all rows, and what the others of them ask for. */
async function askTogether(tx: Tx, rows: readonly ImportRow[]): Promise<Together> {
  const phones = await lockPhones(tx, rows);
  const newcomers = new Map<number, NewStaff>();
  for (const row of rows) {
    if (phones.has(phoneOf(row)) || hasBadIdNo(row)) continue;
    newcomers.set(row.line, newOf(row, toldBy(row)));
  }
  return { newcomers, checks: await prepareChecks(tx, [...newcomers.values()]) };
}

/** Locks the live records with the phones of these rows, and answers the phones. */
async function lockPhones(tx: Tx, rows: readonly ImportRow[]): Promise<ReadonlySet<string>> {
  const hashes = new Map(rows.map((row) => [tx.vault.hash("phone", phoneOf(row)).toString("hex"), phoneOf(row)]));
  const { rows: found } = await sql<{ hash: string }>`select encode(phone_hash, 'hex') as hash from store_staff
    where phone_hash = any(${[...hashes.keys()].map((hash) => Buffer.from(hash, "hex"))}::bytea[])
      and state not in ('LEFT', 'REJECTED') order by id for update`.execute(tx.kysely);
  return new Set(found.flatMap(({ hash }) => hashes.get(hash) ?? []));
}

/** Checks a row, and notes what it takes from those after it: a seat (ST-R8) and the id number (ST-R9). */
async function refusalOf(tx: Tx, row: ImportRow, earlier: Earlier, asked: Together): Promise<Verdict | null> {
  const { seats, linesByIdNo, checked } = earlier;
  try {
    const told = toldBy(row);
    const sameLine = linesByIdNo.get(told.idNo ?? "");
    if (sameLine !== undefined) return `身份证号与第${sameLine}行重复`;
    const newcomer = asked.newcomers.get(row.line);
    const known = newcomer ? null : await lockKnown(tx, row);
    if (known) await requireChange(tx, known, changesOf(known, told), seats);
    else await requireNewStaff(tx, newcomer ?? newOf(row, told), seats, newcomer && asked.checks);
    if (newcomer) checked.set(row.line, newcomer);
    const { storeId, positionCode, entryDate: day, idNo } = told;
    const seat = known ? seatAfter(known, told) : day && { storeId, positionCode, day };
    if (seat) seats.push(seat);
    if (idNo !== undefined) linesByIdNo.set(idNo, row.line);
    return null;
  } catch (refusal) {
    if (refusal instanceof BusinessError) return refusal;
    throw refusal;
  }
}

type Told = ReturnType<typeof toldBy>;

const idNoOf = ({ values }: ImportRow) => normalIdNumber(values["idNo"] ?? "");
const hasBadIdNo = (row: ImportRow) => idNoOf(row) !== "" && !isIdNumber(idNoOf(row));

function toldBy(row: ImportRow) {
  if (hasBadIdNo(row)) throw staffErrors.staffIdInvalid();
  const [idNo, { values }] = [idNoOf(row), row];
  return {
    name: values["name"] ?? "",
    idNo: idNo === "" ? undefined : idNo,
    storeId: values["storeId"] ?? "",
    positionCode: values["positionCode"] ?? "",
    entryDate: values["entryDate"] ?? null,
    employType: values["employType"] ? employType.parse(values["employType"]) : undefined,
    source: values["source"] ? chosenSource.parse(values["source"]) : undefined,
  };
}

function newOf(row: ImportRow, { employType: employed = "FULL", source, ...told }: Told) {
  const none = { referrerStaffId: null, mentorStaffId: null, photoFileIds: [], resumeFileIds: [] };
  return {
    ...told,
    ...none,
    phone: phoneOf(row),
    employType: employed,
    source: source ?? "IMPORT",
    state: "TO_JOIN",
  } as const;
}

/** What the file does not tell stays as it is. */
function changesOf(known: StaffRow, { employType: employed = known.employType, ...told }: Told) {
  const { referrerStaffId, mentorStaffId, photoFileId, resumeFileIds } = known;
  const kept = { referrerStaffId, mentorStaffId, resumeFileIds, photoFileIds: photoFileId ? [photoFileId] : [] };
  return { ...kept, ...told, employType: employed };
}

/** The live record with this phone, inside the scope of the import. */
async function lockKnown(tx: Tx, row: ImportRow): Promise<StaffRow | null> {
  const found = await db(tx)
    .selectFrom("storeStaff")
    .select("id")
    .where("phoneHash", "=", tx.vault.hash("phone", phoneOf(row)))
    .where("state", "not in", ["LEFT", "REJECTED"])
    .forUpdate()
    .executeTakeFirst();
  return found ? findRecord(tx, staffTable, found.id) : null;
}
