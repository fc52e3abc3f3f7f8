import type { AnswerFrom, listDefaultFilters } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import { findReadableList, fitFilters } from "./kept-filters.ts";
import { seenFilters } from "./seen-filters.ts";

/**
 * Finds the filters with which the actor's lists open (PF-R131). Lists that the actor may no longer read are left out.
 */
export async function findDefaultFilters(tx: Tx): Promise<AnswerFrom<typeof listDefaultFilters>> {
  const rows = await seenFilters(tx)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("savedFilterDefault")
          .select("filterId")
          .whereRef("filterId", "=", "savedFilter.id")
          .where("userId", "=", tx.actor.userId),
      ),
    )
    .execute();
  return rows.flatMap(({ list, filters }) => {
    const known = findReadableList(tx, list);
    return known ? [{ list, filters: fitFilters(known, filters) }] : [];
  });
}
