import { TrainingShape, TrainStandardShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** Training records are in scope by the store of the person, which they follow. */
export const trainingTable = tableOf(TrainingShape, {
  scope: { organization: "storeId" },
  partOf: { table: "storeStaff", by: "staffId" },
});
export type TrainingRow = RowOf<typeof trainingTable>;

export const trainStandardTable = tableOf(TrainStandardShape, {
  scope: { unscoped: "training standards are the same for the whole brand" },
});
export type TrainStandardRow = RowOf<typeof trainStandardTable>;
