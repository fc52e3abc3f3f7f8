import { createHash } from "node:crypto";
import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from "kysely";
import pg from "pg";
import { type Answer, PreparedQuery, type RowShape } from "./prepared-query.ts";

type Run = (query: unknown, ...rest: unknown[]) => unknown;

const MOST_NAMES = 500;
const run: Run = pg.Client.prototype.query;

/**
 * A connection that names each parametrised statement by its text, so that PostgreSQL parses, plans and describes it
 * once, and that hands out columns in camelCase.
 */
export class PreparedClient extends pg.Client {
  readonly #names = new Map<string, string>();
  readonly #shapes = new Map<string, RowShape>();
  /** Raised when the server has dropped what it knew of our statements. */
  #generation = 0;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // A connection may break while it is in use but between two statements: the next one fails, the process must not.
    this.on("error", () => undefined);
    // Once per statement instead of once per row; ours is called first because the driver listens from `connect` on.
    this.connection.on("rowDescription", ({ fields }: { fields: { name: string }[] }) => {
      for (const field of fields) field.name = names.inCode(field.name);
    });
  }

  // The driver's own overloads stay; only the call forms of Kysely and of the pool are given a name.
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === "string" && Array.isArray(values) && values.length > 0 && this.#nameOf(text);
    if (typeof text !== "string" || !Array.isArray(values) || !name) return run.call(this, text, values, ...rest);
    const answer = this.#run(name, text, values).catch((error) => this.#onceMore(error, text, values));
    const [callback] = rest;
    if (typeof callback !== "function") return answer;
    answer.then(
      (result) => callback(undefined, result),
      (error) => callback(error),
    );
  }) as pg.Client["query"];

  #run(name: string, text: string, values: unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const answer: Answer = (error, result) => (error ? reject(error) : resolve(result));
      run.call(this, new PreparedQuery({ name, text, values }, this.#shapes, answer));
    });
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MOST_NAMES) return undefined; // variable-length lists would fill the server's memory
    const name = `${createHash("sha1").update(text).digest("base64url")}${this.#generation || ""}`;
    this.#names.set(text, name);
    return name;
  }

  /**
   * The next release has changed a table under a statement that PostgreSQL had prepared: it is prepared anew. A running
   * transaction is over then; the node starts it again.
   */
  async #onceMore(error: unknown, text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (!isStalePlan(error)) throw error;
    this.#names.clear();
    this.#shapes.clear();
    this.#generation++;
    const name = this.#nameOf(text);
    if (this.getTransactionStatus() !== "I" || !name) throw error;
    return this.#run(name, text, values);
  }
}

function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.message.startsWith("cached plan");
}

/** Names are camelCase in code and snake_case in SQL. Results are translated by the connection, so that rows pass as they are. */
export class SnakeCaseNames extends CamelCasePlugin {
  inCode(column: string): string {
    return this.camelCase(column);
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

const names = new SnakeCaseNames();
