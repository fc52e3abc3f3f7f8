import { insertRecord, insertRecords, type Tx } from "@ops/platform/server";
import { type storeLevels, storeTypes } from "../../contract/index.ts";
import { templateTable } from "../headcount/tables.ts";
import { positionTable } from "../position/tables.ts";

const positions = [
  ["storeManager", "MANAGE"],
  ["deliveryManager", "MANAGE"],
  ["salesAdvisor", "SALES"],
  ["deliverySpecialist", "DELIVERY"],
] as const;

/** How many a store of level C has and needs to open, by position; a delivery centre has its own people. */
const atStores = [
  ["storeManager", 1, 1],
  ["salesAdvisor", 4, 2],
  ["deliverySpecialist", 2, 1],
] as const;
const atCentres = [
  ["deliveryManager", 1, 1],
  ["deliverySpecialist", 3, 2],
] as const;
/** How many more advisers or specialists a larger store has. */
const more = { S: 4, A: 2, B: 1, C: 0 } as const;

/** Sets up the positions of stores and the templates of their headcount. */
export async function loadSettings(tx: Tx): Promise<void> {
  for (const [at, [positionCode, family]] of positions.entries()) {
    await insertRecord(tx, positionTable, { positionCode, family, sort: at + 1 });
  }
  const types = Object.keys(storeTypes);
  const levels = ["S", "A", "B", "C"] as const satisfies (keyof typeof storeLevels)[];
  const rows = types.flatMap((storeType) =>
    levels.flatMap((storeLevel) =>
      (storeType === "DELIVERY" ? atCentres : atStores).map(([positionCode, quota, minOpen]) => {
        const added = quota === 1 ? 0 : more[storeLevel];
        return { storeType, storeLevel, positionCode, quota: quota + added, minOpen };
      }),
    ),
  );
  await insertRecords(tx, templateTable, rows);
}
