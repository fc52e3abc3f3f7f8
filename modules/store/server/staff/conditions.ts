import { sql } from "kysely";

/** Working people whose id number is still to be completed. */
export const isIncomplete = sql<boolean>`(store_staff.id_no_hash is null
  and store_staff.state in ('TRAINING', 'IN_POST', 'MOVING', 'LEAVING'))`;
