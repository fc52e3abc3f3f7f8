import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import type { Logger } from "../log.ts";

type Kind = "LISTENER" | "TIMER";

/** How often a node says again what it declares. */
const AGAIN_MS = 10 * 60_000;

interface Surroundings {
  readonly log: Logger;
  inTransaction<T>(permission: string, act: (tx: Tx) => Promise<T>): Promise<T>;
}

/**
 * What the nodes over this database declare. While a release is rolled out, nodes of two releases run, and neither knows
 * all listeners and timers of the other. So nothing is retired that any node has declared within the hour (PF-R108,
 * PF-R110).
 */
export class DeclaredWork {
  readonly #own: Readonly<Record<Kind, readonly string[]>>;
  readonly #around: Surroundings;
  readonly #againMs: number;
  #clock: NodeJS.Timeout | undefined;
  #saying: Promise<void> = Promise.resolve();

  constructor(own: Readonly<Record<Kind, readonly string[]>>, around: Surroundings, againMs = AGAIN_MS) {
    this.#own = own;
    this.#around = around;
    this.#againMs = againMs;
  }

  /** Runs before the node begins to work, so that whatever it causes has its name by then. */
  async start(): Promise<void> {
    await this.#declare();
    this.#clock = setInterval(() => {
      const said = this.#saying.then(() => this.#declare());
      // else at the next time, of which there are several within the hour
      this.#saying = said.catch((error: unknown) =>
        this.#around.log.warn({ err: error }, "what this node declares could not be said again"),
      );
    }, this.#againMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#clock);
    await this.#saying;
  }

  #declare(): Promise<void> {
    return this.#around.inTransaction("system", async (tx) => {
      for (const [kind, names] of Object.entries(this.#own)) {
        await sql`insert into declared_work (kind, name, declared_at)
          select ${kind}, name, now() from unnest(${names.toSorted()}::text[]) name
          on conflict (kind, name) do update set declared_at = excluded.declared_at`.execute(tx.kysely);
      }
    });
  }

  /** The names that this node does not know, but another one that ran within the hour. */
  async namesOfOthers(tx: Tx, kind: Kind): Promise<readonly string[]> {
    const { rows } = await sql<{ name: string }>`select name from declared_work
      where kind = ${kind} and declared_at > now() - interval '1 hour'
        and name <> all(${this.#own[kind]}::text[])`.execute(tx.kysely);
    return rows.map(({ name }) => name);
  }
}
