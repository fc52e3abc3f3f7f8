import { CarConfigShape, listCarConfigs } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { driveTypes, energyTypes } from "../dictionaries.ts";

export const carConfigs = tableOf(CarConfigShape, {
  scope: { unscoped: "the catalogue is the same for the whole brand" },
  read: listCarConfigs.permission,
  number: "configCode",
  unlogged: ["seriesId", "modelId"],
  words: { energyType: Object.fromEntries(energyTypes.entries), driveType: Object.fromEntries(driveTypes.entries) },
});
export type CarConfigRow = RowOf<typeof carConfigs>;
