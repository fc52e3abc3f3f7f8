import { escapeLike } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";

/** Working people whose id number is still to be completed. */
export const isIncomplete = sql<boolean>`(store_staff.id_no_hash is null
  and store_staff.state in ('TRAINING', 'IN_POST', 'MOVING', 'LEAVING'))`;

/**
 * Selects the ids of people with this text in their name, or with this staff number. As the only condition it is asked
 * for as an array, which is made once; beside others by "in", which is hashed. A join would select again for each row.
 */
export function staffCalled(word: string): RawBuilder<unknown> {
  return sql`select id from store_staff where string_to_array(lower(name), null) @> string_to_array(lower(${word}), null)
      and name ilike ${`%${escapeLike(word)}%`}
    union all select id from store_staff where staff_no = ${word}`;
}
