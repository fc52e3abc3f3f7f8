import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";

type Kind = "LISTENER" | "TIMER";

/**
 * What the nodes over this database declare. While a release is rolled out, nodes of the former one still run, which do
 * not know the new listeners and timers: what a node declares that started later is not retired (PF-R108, PF-R110).
 */
export class DeclaredWork {
  readonly #own: Readonly<Record<Kind, readonly string[]>>;
  /** When this node declared its own, by the clock of the database; null as long as it has not. */
  #since: string | null = null;

  constructor(own: Readonly<Record<Kind, readonly string[]>>) {
    this.#own = own;
  }

  /** Runs before the node begins to work, so that whatever it causes has its name by then. */
  async declare(tx: Tx): Promise<void> {
    for (const [kind, names] of Object.entries(this.#own)) {
      await sql`insert into declared_work as w (kind, name, declared_at)
        select ${kind}, name, now() from unnest(${names.toSorted()}::text[]) name
        on conflict (kind, name) do update set declared_at = greatest(w.declared_at, excluded.declared_at)`.execute(
        tx.kysely,
      );
    }
    const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(tx.kysely);
    this.#since = rows[0]?.now ?? null;
  }

  /** The names that only nodes know which started later. */
  async newerNames(tx: Tx, kind: Kind): Promise<readonly string[]> {
    const { rows } = await sql<{ name: string }>`select name from declared_work
      where kind = ${kind} and declared_at > coalesce(${this.#since}::timestamptz, '-infinity')
        and name <> all(${this.#own[kind]}::text[])`.execute(tx.kysely);
    return rows.map(({ name }) => name);
  }
}
