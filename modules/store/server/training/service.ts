import { organizationsUnder } from "@ops/authority/server";
import { dayOf } from "@ops/platform/contract";
import { get, insertRecord, is, list, lockRecord, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { trainingErrors } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { storeTable } from "../site/tables.ts";
import { staffCalled } from "../staff/conditions.ts";
import { staffTable } from "../staff/tables.ts";
import { coursesCalled } from "./courses.ts";
import { matrixOf } from "./matrix.ts";
import { presentTraining, presentTrainings } from "./present.ts";
import { trainingTable } from "./tables.ts";

export const listTrainings = list(contract.listTrainings, trainingTable, {
  where: {
    keyword: async (word, tx) => {
      const courses = await coursesCalled(tx, word);
      if (courses.length === 0) return sql<boolean>`training_record.staff_id = any(array(${staffCalled(word)}))`;
      return sql<boolean>`(training_record.course_code = any(${courses}::text[])
        or training_record.staff_id in (${staffCalled(word)}))`;
    },
    orgId: (id) => sql<boolean>`training_record.store_id in (${organizationsUnder(id)})`,
    isPassed: (wanted) => is("isPassed", wanted),
  },
  orderBy: ["trainedOn", "desc"],
  present: presentTrainings,
});

export const createTraining = writes(contract.createTraining, async (tx, { body }) => {
  const { staffId, courseCode, trainedOn, expireOn } = body;
  const staff = await lockRecord(tx, staffTable, staffId, null);
  if (trainedOn > dayOf(tx.now)) throw trainingErrors.trainingFuture(undefined, { field: "trainedOn" });
  if (expireOn !== null && expireOn < trainedOn) throw trainingErrors.trainingDays(undefined, { field: "expireOn" });
  if (await findRow(tx, "trainingRecord", { staffId, courseCode, trainedOn })) throw trainingErrors.trainingDup();
  const saved = await insertRecord(tx, trainingTable, { ...body, storeId: staff.storeId, source: "MANUAL" });
  return presentTraining(tx, saved);
});

export const getStoreTrainings = get(contract.getStoreTrainings, storeTable, matrixOf);
