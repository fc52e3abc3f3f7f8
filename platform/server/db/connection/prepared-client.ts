import { createHash } from "node:crypto";
import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from "kysely";
import pg from "pg";
import utils from "pg/lib/utils.js";
import { type Answer, type NamedStatement, PreparedQuery, type RowShape } from "./prepared-query.ts";

type Run = (query: unknown, ...rest: unknown[]) => unknown;

const MOST_NAMES = 500;
const run: Run = pg.Client.prototype.query;

/** The texts of statements that answer nothing which anybody needs. */
const unawaited = new Set<string>();

/**
 * A statement that is answered at once inside of a transaction, and sent with the next one, at the latest with the
 * commit, which fails if it fails. This saves a round trip to the database.
 */
export function sendWithNext(text: string): string {
  unawaited.add(text);
  return text;
}

const BEGIN: NamedStatement = { name: "begin", text: "begin", values: [] };
const COMMIT: NamedStatement = { name: "commit", text: "commit", values: [] };
const doneBy = (command: string): pg.QueryResult => ({ command, rowCount: null, oid: 0, fields: [], rows: [] });

/**
 * A connection that names each parametrised statement by its text, so that PostgreSQL prepares it once. It also answers
 * columns in camelCase, and sends the begin of a transaction together with its first statement.
 */
export class PreparedClient extends pg.Client {
  readonly #names = new Map<string, string>();
  readonly #shapes = new Map<string, RowShape>();
  /** Statements that were already answered, and are sent with the next one. */
  #due: NamedStatement[] = [];
  /** Raised when the server has dropped our prepared statements. */
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
    if (typeof text !== "string" || !Array.isArray(values)) {
      void this.#sendDue()?.catch(() => undefined); // the connection is lost, and later statements fail by themselves
      return run.call(this, text, values, ...rest);
    }
    const answer = this.#ask(text, values);
    const [callback] = rest;
    if (typeof callback !== "function") return answer;
    answer.then(
      (result) => callback(undefined, result),
      (error) => callback(error),
    );
  }) as pg.Client["query"];

  async #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (text === BEGIN.text) return this.#postpone(BEGIN);
    if (text === "rollback") return this.#rollBack();
    if (text === COMMIT.text) return this.#commit();
    const name = values.length > 0 && this.#nameOf(text);
    if (!name) {
      await this.#sendDue();
      return run.call(this, text, values) as Promise<pg.QueryResult>;
    }
    // A value that cannot be sent is noticed before anything is sent. The driver would notice it in the middle of a
    // group of statements, and PostgreSQL would get the rest of them, including the commit.
    const statement = { name, text, values: values.map(utils.prepareValue) };
    if (unawaited.has(text) && this.#isInTransaction()) return this.#postpone(statement);
    return this.#send(statement);
  }

  #postpone(statement: NamedStatement): pg.QueryResult {
    this.#due.push(statement);
    return doneBy("");
  }

  async #commit(): Promise<pg.QueryResult> {
    const isEmpty = this.#isUnknownToServer() && this.#due.length === 1;
    if (!isEmpty) return this.#send(COMMIT);
    this.#due = [];
    return doneBy("COMMIT");
  }

  async #rollBack(): Promise<pg.QueryResult> {
    const isUnknown = this.#isUnknownToServer();
    this.#due = [];
    return isUnknown ? doneBy("ROLLBACK") : (run.call(this, "rollback", []) as Promise<pg.QueryResult>);
  }

  /** The transaction has begun for its caller only. */
  #isUnknownToServer(): boolean {
    return this.#due[0] === BEGIN;
  }

  #isInTransaction(): boolean {
    return this.#isUnknownToServer() || this.getTransactionStatus() === "T";
  }

  /** Sends statements that were already answered, without a new one. */
  #sendDue(): Promise<pg.QueryResult> | undefined {
    const last = this.#due.pop();
    return last && this.#send(last);
  }

  async #send(statement: NamedStatement): Promise<pg.QueryResult> {
    const before = this.#due;
    this.#due = [];
    try {
      return await this.#run(before, statement);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.#forgetStatements();
      if (before.length > 0) throw error;
      return this.#onceMore(error, statement);
    }
  }

  #run(before: readonly NamedStatement[], statement: NamedStatement): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const answer: Answer = (error, result) => (error ? reject(error) : resolve(result));
      run.call(this, new PreparedQuery(before, statement, { shapes: this.#shapes, answer }));
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

  /** Prepares all statements again, because a newer release has changed a table under a prepared one. */
  #forgetStatements(): void {
    this.#names.clear();
    this.#shapes.clear();
    this.#generation++;
  }

  /** A running transaction is over then; the node starts it again. */
  async #onceMore(error: unknown, { text, values }: NamedStatement): Promise<pg.QueryResult> {
    const name = this.#nameOf(text);
    if (this.getTransactionStatus() !== "I" || !name) throw error;
    return this.#run([], { name, text, values });
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
