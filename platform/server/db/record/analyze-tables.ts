import { sql } from "kysely";
import type { Tx } from "../tx.ts";
import { snakeCase } from "./insert-many.ts";

/**
 * Tells PostgreSQL how many rows were just loaded. Until then it plans as if the tables were empty, and statements that
 * join them take many times as long.
 */
export async function analyzeTables(tx: Tx, tables: readonly string[]): Promise<void> {
  await sql`analyze ${sql.join(tables.map((table) => sql.id(snakeCase(table))))}`.execute(tx.kysely);
}
