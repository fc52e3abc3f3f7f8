import { BusinessError, isIdNumber, normalIdNumber } from "@ops/platform/contract";
import { findRecord, type ImportRow, type ImportSource, type Tx, type Verdict } from "@ops/platform/server";
import { chosenSource, employType, staffErrors, staffImport } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { SeatFrom } from "../headcount/seats.ts";
import { changeStaff, requireChange, seatAfter } from "./change.ts";
import { insertStaff, requireNewStaff } from "./insert.ts";
import { type StaffRow, staffTable } from "./tables.ts";

const phoneOf = ({ values }: ImportRow) => values["phone"] ?? "";

/** What the rows before one take from it: seats, and id numbers by the line that has them. */
interface Earlier {
  readonly seats: SeatFrom[];
  readonly linesByIdNo: Map<string, number>;
}

/** 人员导入: every row passes the same checks as a person typed by hand. */
export const staffImportSource: ImportSource<unknown, Earlier> = {
  kind: staffImport,
  keyOf: phoneOf,
  checksAlone: true,
  startMemory: () => ({ seats: [], linesByIdNo: new Map() }),
  check: async (tx, rows, { memory }) => {
    const verdicts = new Map<number, Verdict>();
    for (const row of rows) {
      const refusal = await refusalOf(tx, row, memory);
      if (refusal) verdicts.set(row.line, refusal);
    }
    return verdicts;
  },
  apply: async (tx, row) => {
    const told = toldBy(row);
    const known = await lockKnown(tx, row);
    if (known) await changeStaff(tx, known, changesOf(known, told));
    else await insertStaff(tx, newOf(row, told));
  },
};

/** Checks a row, and notes what it takes from those after it: a seat (ST-R8) and the id number (ST-R9). */
async function refusalOf(tx: Tx, row: ImportRow, { seats, linesByIdNo }: Earlier): Promise<Verdict | null> {
  try {
    const told = toldBy(row);
    const sameLine = linesByIdNo.get(told.idNo ?? "");
    if (sameLine !== undefined) return `身份证号与第${sameLine}行重复`;
    const known = await lockKnown(tx, row);
    await (known
      ? requireChange(tx, known, changesOf(known, told), seats)
      : requireNewStaff(tx, newOf(row, told), seats));
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

function toldBy({ values }: ImportRow) {
  const idNo = normalIdNumber(values["idNo"] ?? "");
  if (idNo !== "" && !isIdNumber(idNo)) throw staffErrors.staffIdInvalid();
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
