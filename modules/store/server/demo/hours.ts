import { insertRecords, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { hoursTable } from "../hours/tables.ts";

/** So many stores keep the hours of the brand, shown as 默认. */
const WITHOUT_HOURS = 3;
const day = [{ from: "10:00", until: "21:00" }];
const weekend = [{ from: "10:00", until: "22:00" }];
const centreDay = [{ from: "09:00", until: "18:00" }];

/** Gives stores their hours: delivery centres by day, the others until the evening and longer at the weekend. */
export async function loadHours(tx: Tx): Promise<void> {
  const stores = await db(tx)
    .selectFrom("store")
    .select(["id", "storeType"])
    .where("state", "<>", "CLOSED")
    .orderBy("storeCode")
    .orderBy("id")
    .execute();
  const rows = stores.slice(0, -WITHOUT_HOURS).map(({ id, storeType }) => {
    const isCentre = storeType === "DELIVERY";
    const week = Array.from({ length: 7 }, (_, at) => (isCentre ? centreDay : at < 5 ? day : weekend));
    return { id, week, exceptions: [], followsHolidays: false };
  });
  await insertRecords(tx, hoursTable, rows);
}
