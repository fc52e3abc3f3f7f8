import { type Kysely, sql } from "kysely";
import type { ParamDeclaration } from "./declare.ts";

/** Caches the parameters that differ from their defaults. They are loaded again when a node announces a change. */
export class ParamStore {
  #values = new Map<string, string>();
  readonly #declared: ReadonlyMap<string, ParamDeclaration<unknown>>;

  constructor(declared: readonly ParamDeclaration<unknown>[]) {
    this.#declared = new Map(declared.map((one) => [one.key, one]));
    if (this.#declared.size !== declared.length) throw new Error("two modules declare the same parameter");
  }

  get<T>(declared: ParamDeclaration<T>): T {
    const text = this.#values.get(declared.key);
    return text === undefined ? declared.initial : (declared.parse(text) ?? declared.initial);
  }

  declarations(): ParamDeclaration<unknown>[] {
    return [...this.#declared.values()];
  }

  async load(database: Kysely<unknown>): Promise<void> {
    const { rows } = await sql<{ key: string; value: string }>`select key, value from param`.execute(database);
    this.#values = new Map(rows.map((row) => [row.key, row.value]));
  }
}
