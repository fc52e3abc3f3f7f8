import { refTo } from "@ops/platform/server";
import { sql } from "kysely";
import { listStaff, StaffRef } from "../../contract/index.ts";
import { lookupStores } from "../site/published.ts";
import { staffTable } from "./tables.ts";

/** Lets pickers find people who work in own stores in scope. */
export const staffRefs = refTo(StaffRef, staffTable, {
  name: "name",
  orderBy: ["name", "asc"],
  offered: sql<boolean>`store_staff.state in ('TRAINING', 'IN_POST', 'MOVING', 'LEAVING')`,
  listedBy: listStaff,
  notes: async (tx, rows) => {
    const stores = await lookupStores(
      tx,
      rows.map(({ storeId }) => storeId),
    );
    return new Map(rows.map(({ id, storeId }) => [id, stores.get(storeId)?.name ?? null]));
  },
});
