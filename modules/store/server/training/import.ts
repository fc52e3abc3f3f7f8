import { dayOf } from "@ops/platform/contract";
import {
  changeRecords,
  type ImportRow,
  type ImportSource,
  inScope,
  insertRecords,
  type Tx,
  type Verdict,
} from "@ops/platform/server";
import { sql } from "kysely";
import { trainingErrors, trainingHours, trainingImport, trainingScore } from "../../contract/index.ts";
import { db, findRows } from "../database.ts";
import { type StaffRow, staffTable } from "../staff/tables.ts";
import { type TrainingRow, trainingTable } from "./tables.ts";

type Found = Pick<StaffRow, "id" | "storeId">;
type NewTraining = Omit<TrainingRow, "id" | "version" | "createdAt" | "createdBy" | "updatedAt" | "updatedBy">;

const forms = { ONLINE: "ONLINE", OFFLINE: "OFFLINE", MENTOR: "MENTOR" } as const;
const isForm = (text: string): text is keyof typeof forms => Object.hasOwn(forms, text);

/** The people whom the file names and the operator sees, by number. */
async function peopleIn(tx: Tx, rows: readonly ImportRow[]): Promise<ReadonlyMap<string, Found>> {
  const numbers = rows.map(({ values }) => values["staffNo"] ?? "");
  const found = await db(tx)
    .selectFrom("storeStaff")
    .select(["id", "storeId", "staffNo"])
    .where(inScope(tx, staffTable))
    .where(sql<boolean>`staff_no = any(${numbers}::text[])`)
    .execute();
  return new Map(found.map((one) => [one.staffNo ?? "", one]));
}

const recordKey = ({ staffId, courseCode, trainedOn }: Pick<NewTraining, "staffId" | "courseCode" | "trainedOn">) =>
  `${staffId} ${courseCode} ${trainedOn}`;

function recordOf({ values }: ImportRow, { id: staffId, storeId }: Found): NewTraining {
  const { courseCode, courseName, trainedOn, form, hours, score, isPassed, expireOn } = values;
  return {
    staffId,
    storeId,
    courseCode: courseCode ?? "",
    courseName: courseName ?? "",
    trainedOn: trainedOn ?? "",
    form: form && isForm(form) ? form : "OFFLINE",
    hours: hours ? Number(hours) : null,
    score: score ? Number(score) : null,
    isPassed: isPassed === "YES",
    expireOn: expireOn || null,
    source: "IMPORT",
  };
}

/** 培训记录导入: a record of the same person, course and day is overwritten. */
export const trainingImportSource: ImportSource = {
  kind: trainingImport,
  checksAlone: true,
  keyOf: ({ values }) => [values["staffNo"], values["courseCode"], values["trainedOn"]].join(" "),
  check: async (tx, rows) => {
    const people = await peopleIn(tx, rows);
    const verdicts = rows.map((row): [number, Verdict | null] => [row.line, refusalOf(tx, row, people)]);
    return new Map(verdicts.flatMap(([line, verdict]) => (verdict === null ? [] : [[line, verdict]])));
  },
  applyAll: async (tx, rows) => {
    const people = await peopleIn(tx, rows);
    const wanted = rows.flatMap((row) => {
      const person = people.get(row.values["staffNo"] ?? "");
      return person ? [{ line: row.line, record: recordOf(row, person) }] : [];
    });
    await saveAll(tx, wanted);
    return new Map();
  },
};

function refusalOf(tx: Tx, row: ImportRow, people: ReadonlyMap<string, Found>): Verdict | null {
  const person = people.get(row.values["staffNo"] ?? "");
  if (!person) return trainingErrors.trainingGone();
  const { score, hours, trainedOn, expireOn } = recordOf(row, person);
  if (score !== null && !trainingScore.safeParse(score).success) return "成绩须为0-100";
  if (hours !== null && !trainingHours.safeParse(hours).success) return "学时须为0-1000";
  if (trainedOn > dayOf(tx.now)) return trainingErrors.trainingFuture();
  return expireOn !== null && expireOn < trainedOn ? trainingErrors.trainingDays() : null;
}

async function saveAll(tx: Tx, wanted: readonly { line: number; record: NewTraining }[]): Promise<void> {
  const staffId = [...new Set(wanted.map(({ record }) => record.staffId))];
  const known = new Map((await findRows(tx, "trainingRecord", { staffId })).map((row) => [recordKey(row), row]));
  const changed = wanted.flatMap(({ record }) => {
    const before = known.get(recordKey(record));
    return before ? [{ before, steps: [record] }] : [];
  });
  const added = wanted.flatMap(({ record }) => (known.has(recordKey(record)) ? [] : [record]));
  const saved = [
    ...(await changeRecords(tx, trainingTable, changed)),
    ...(await insertRecords(tx, trainingTable, added)),
  ];
  const ids = new Map(saved.map((row) => [recordKey(row), row.id]));
  for (const { line, record } of wanted) tx.trail.cameFrom(line, ids.get(recordKey(record)) ?? "");
}
