/** The one row of a question that always has one answer: a count, a select without `from`, a row that is presented. */
export function onlyOf<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`one row was expected, there are ${rows.length}`);
  return row;
}
