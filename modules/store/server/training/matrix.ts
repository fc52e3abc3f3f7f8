import type { AnswerFrom } from "@ops/platform/contract";
import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { courseResultOf, type getStoreTrainings } from "../../contract/index.ts";
import { db, findRows } from "../database.ts";
import { storePositions } from "../position/published.ts";
import type { StoreRow } from "../site/tables.ts";
import { peopleAt } from "./people.ts";

/** The people of a store by courses: those that the training standard names first, then what else somebody took. */
export async function matrixOf(tx: Tx, store: StoreRow): Promise<AnswerFrom<typeof getStoreTrainings>> {
  const people = await peopleAt(tx, store.id);
  const records = await findRows(tx, "trainingRecord", { staffId: people.map(({ id }) => id) }, "trainedOn", "id");
  const { storeType, storeLevel } = store;
  const standards = await findRows(tx, "trainStandard", { storeType, storeLevel }, "positionCode");
  const names = new Map(records.map(({ courseCode, courseName }) => [courseCode, courseName]));
  const codes = [...new Set([...standards.flatMap(({ courseCodes }) => courseCodes), ...[...names.keys()].toSorted()])];
  const latest = new Map(records.map((record) => [`${record.staffId} ${record.courseCode}`, record]));
  const others = await namesElsewhere(
    tx,
    codes.filter((code) => !names.has(code)),
  );
  const positions = await storePositions(tx);
  const today = dayOf(tx.now);
  const nameOf = (code: string) => names.get(code) ?? others.get(code) ?? code;
  return {
    courses: codes.map((courseCode) => ({ courseCode, courseName: nameOf(courseCode) })),
    people: people.map(({ id, staffNo, name, positionCode }) => ({
      staffId: id,
      staffNo,
      name,
      positionName: positions.get(positionCode)?.name ?? positionCode,
      results: codes.map((code) => courseResultOf(latest.get(`${id} ${code}`), today)),
    })),
  };
}

/** The names of courses that nobody in the store has taken, as they were last written in another one. */
async function namesElsewhere(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    codes.map((code) =>
      db(tx)
        .selectFrom("trainingRecord")
        .select(["courseCode", "courseName"])
        .where("courseCode", "=", code)
        .orderBy("trainedOn", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return new Map(found.flatMap((row) => (row ? [[row.courseCode, row.courseName] as const] : [])));
}
