import { commonErrors, type ListQuery, type Page, REACHABLE_ROWS } from "@ops/platform/contract";

interface Parts<Row> {
  rows(limit: number, offset: number): Promise<Row[]>;
  /** How many there are, counted no further than the limit. */
  count(limit: number): Promise<number>;
}

/**
 * Reads a page of rows that `listPage` cannot list, because they are no records or joined by hand. Limit and total are
 * the same (PF-R85).
 */
export async function countedPage<Row>({ pageNo, pageSize }: ListQuery, parts: Parts<Row>): Promise<Page<Row>> {
  if (pageNo * pageSize > REACHABLE_ROWS) throw commonErrors.tooManyRows();
  const [list, counted] = await Promise.all([
    parts.rows(pageSize, (pageNo - 1) * pageSize),
    parts.count(REACHABLE_ROWS + 1),
  ]);
  const more = counted > REACHABLE_ROWS;
  return { list, total: Math.min(counted, REACHABLE_ROWS), totalKind: more ? "atLeast" : "exact", pageNo, pageSize };
}
