import type { Tx } from "../tx.ts";

/** Turns rows into answers of the contract. It takes many at once, so that each other table is read once. */
export type Present<Row, Shown> = (tx: Tx, rows: readonly Row[]) => Promise<Shown[]>;

/** Does the same for one row. */
export function presentOne<Row, Shown>(present: Present<Row, Shown>) {
  return async (tx: Tx, row: Row): Promise<Shown> => {
    const [shown] = await present(tx, [row]);
    if (shown === undefined) throw new Error("one row gives one answer");
    return shown;
  };
}

/** Makes it from a function that presents each row by itself. */
export function presentEach<Row, Shown>(present: (tx: Tx, row: Row) => Promise<Shown>): Present<Row, Shown> {
  return async (tx, rows) => {
    const shown: Shown[] = [];
    for (const row of rows) shown.push(await present(tx, row));
    return shown;
  };
}
