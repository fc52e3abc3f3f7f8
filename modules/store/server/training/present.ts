import { lookupPositions } from "@ops/authority/server";
import { presenterOf, presentOne } from "@ops/platform/server";
import { Training } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { trainingTable } from "./tables.ts";

export const presentTrainings = presenterOf(trainingTable, Training, async (tx, rows) => {
  const staff = await findRows(tx, "storeStaff", { id: rows.map(({ staffId }) => staffId) });
  const staffOf = new Map(staff.map((one) => [one.id, one]));
  const positions = await lookupPositions(
    tx,
    staff.map(({ positionCode }) => positionCode),
  );
  return ({ staffId }) => {
    const person = staffOf.get(staffId);
    const code = person?.positionCode ?? "";
    return { staffNo: person?.staffNo ?? null, positionName: positions.get(code)?.name ?? code };
  };
});
export const presentTraining = presentOne(presentTrainings);
