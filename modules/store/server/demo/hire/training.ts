import { addDays, dayOf } from "@ops/platform/contract";
import { insertMany, insertRecords, seeded, type Tx } from "@ops/platform/server";
import { workingStates } from "../../../contract/index.ts";
import { findRows } from "../../database.ts";
import { type TrainingRow, trainStandardTable } from "../../training/tables.ts";
import { TRAINING_MANAGER } from "../accounts.ts";
import { stampOn } from "../stamp.ts";

const RECORDS = 400;
/** Courses with their form, hours and the days after which they are taken again; null: never. */
const courses = [
  ["PRD-101", "全系产品知识", "ONLINE", 8, 365],
  ["SVC-201", "客户接待与服务礼仪", "OFFLINE", 6, null],
  ["SAF-301", "试驾安全", "MENTOR", 4, 365],
  ["DLV-401", "交付流程与检查", "OFFLINE", 6, 365],
] as const;
const [MANAGER_DAYS, FAILED_PERCENT] = [430, 8];

/** Loads what people have learned, the newest people first, and what stores need before they open. */
export async function loadTraining(tx: Tx): Promise<void> {
  const people = await findRows(tx, "storeStaff", { state: [...workingStates] }, "entryDate", "id");
  const today = dayOf(tx.now);
  const records = people.toReversed().flatMap(({ id: staffId, storeId, positionCode, entryDate }) => {
    const draw = seeded(`training:${staffId}`);
    const isDelivery = positionCode.startsWith("delivery");
    return courses
      .filter(([code]) => code !== (isDelivery ? "SAF-301" : "DLV-401"))
      .map(([courseCode, courseName, form, hours, days]): TrainingRow => {
        const early = addDays(today, -draw.integer(2, MANAGER_DAYS));
        const trainedOn = entryDate !== null && entryDate > early ? entryDate : early;
        const isPassed = !draw.chance(FAILED_PERCENT);
        return {
          ...stampOn(tx, trainedOn, TRAINING_MANAGER),
          staffId,
          storeId,
          courseCode,
          courseName,
          trainedOn,
          form,
          hours,
          score: isPassed ? draw.integer(78, 99) : draw.integer(45, 59),
          isPassed,
          expireOn: isPassed && days !== null ? addDays(trainedOn, days) : null,
          source: form === "ONLINE" ? "IMPORT" : "MANUAL",
        };
      });
  });
  await insertMany(tx, "trainingRecord", records.slice(0, RECORDS));
  await loadTrainStandards(tx);
}

/** Heads with a certificate, and the courses of each position. */
const asked = [
  ["salesAdvisor", 2, ["PRD-101", "SVC-201", "SAF-301"]],
  ["deliverySpecialist", 1, ["PRD-101", "SVC-201", "DLV-401"]],
] as const;

async function loadTrainStandards(tx: Tx): Promise<void> {
  const rows = ["EXPERIENCE", "USER"].flatMap((storeType) =>
    (["S", "A", "B", "C"] as const).flatMap((storeLevel) =>
      asked.map(([positionCode, minHeads, courseCodes]) => {
        return {
          storeType,
          storeLevel,
          positionCode,
          minHeads,
          courseCodes: [...courseCodes],
          minCertPct: 80,
          leadDays: 7,
        };
      }),
    ),
  );
  await insertRecords(tx, trainStandardTable, rows);
}
