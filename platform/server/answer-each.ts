import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./db/tx.ts";

/** Keeps a statement far from the 65,535 values that PostgreSQL takes. */
const MOST_AT_ONCE = 500;

/**
 * Tells of each condition whether it is true, with one statement for hundreds of them. Equal conditions are asked once.
 * `from` selects the only row that they are about; where there is none, nothing is true.
 */
export async function answerEach(
  tx: Tx,
  conditions: readonly RawBuilder<boolean>[],
  from: RawBuilder<unknown> = sql``,
): Promise<boolean[]> {
  const distinct = new Map<string, RawBuilder<boolean>>();
  const keys = conditions.map((condition) => {
    const { sql: text, parameters } = condition.compile(tx.kysely);
    const key = `${text} ${JSON.stringify(parameters)}`;
    distinct.set(key, condition);
    return key;
  });
  const fulfilled = new Set<string>();
  const asked = [...distinct];
  for (let at = 0; at < asked.length; at += MOST_AT_ONCE) {
    const some = asked.slice(at, at + MOST_AT_ONCE);
    const listed = sql.join(some.map(([, condition]) => sql`(${condition})`));
    const { rows } = await sql<{ answers: (boolean | null)[] }>`
      select array[${listed}]::boolean[] as answers ${from}`.execute(tx.kysely);
    for (const [n, [key]] of some.entries()) if (rows[0]?.answers[n]) fulfilled.add(key);
  }
  return keys.map((key) => fulfilled.has(key));
}
