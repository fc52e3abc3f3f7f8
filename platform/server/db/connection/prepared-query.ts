import pg from "pg";

export type Answer = (error: Error | null, result: pg.QueryResult) => void;

/** A statement under the name by which PostgreSQL knows it. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** The shape of a statement's rows, which is the same each time it runs. */
export interface RowShape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

interface Connection {
  readonly submittedNamedStatements: Record<string, string>;
  describe(message: object): void;
  sync(): void;
}

/** Internals of the driver's query that its types do not declare. `prepared-client.test.ts` notices if they change. */
interface DriverQuery {
  name: string;
  text: string;
  values: unknown[];
  callback: Answer;
  _result: RowShape;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}
const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[]) => DriverQuery;

/**
 * Named statements that are sent together and answered by the last of them. After a failure PostgreSQL skips the rest.
 * The rows of a statement are described only the first time, which saves much of a short query.
 */
export class PreparedQuery extends DriverQuery {
  readonly statements: readonly NamedStatement[];
  readonly #last: NamedStatement;
  readonly #shapes: Map<string, RowShape>;
  /** How many of them are done. */
  #done = 0;

  constructor(before: readonly NamedStatement[], last: NamedStatement, { shapes, answer }: Answering) {
    super(last.text, last.values);
    this.statements = [...before, last];
    this.#last = last;
    this.#shapes = shapes;
    this.callback = answer;
    this.#become(this.statements[0] ?? last);
  }

  override prepare(connection: Connection): void {
    for (const statement of this.statements.slice(0, -1)) {
      this.#become(statement);
      super.prepare(silence(connection, "withoutEnd"));
    }
    this.#become(this.#last);
    const known = this.#shapes.get(this.name);
    if (known) {
      Object.assign(this._result, known);
      this._accumulateRows = true;
    }
    super.prepare(known ? silence(connection, "withoutDescribe") : connection);
    this.#become(this.statements[0] ?? this.#last); // the first answer belongs to the first statement
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject }); // and not the rows
  }

  override handleDataRow(message: object): void {
    if (this.#isLast()) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#isLast()) {
      super.handleCommandComplete(message, connection);
    } else {
      this.#done++;
      this.#become(this.statements[this.#done] ?? this.#last);
    }
  }

  /** Forgets the statements after the failed one, because they were not even parsed. */
  override handleError(error: Error, connection: Connection): void {
    for (const { name } of this.statements.slice(this.#done)) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }

  #isLast(): boolean {
    return this.#done === this.statements.length - 1;
  }

  /** The driver reads these three when it sends a statement and when PostgreSQL has parsed it. */
  #become({ name, text, values }: NamedStatement): void {
    this.name = name;
    this.text = text;
    this.values = values;
  }
}

interface Answering {
  readonly shapes: Map<string, RowShape>;
  readonly answer: Answer;
}

const silent = { value: () => undefined };
const silences = { withoutDescribe: { describe: silent }, withoutEnd: { describe: silent, sync: silent } };
const silenced = {
  withoutDescribe: new WeakMap<Connection, Connection>(),
  withoutEnd: new WeakMap<Connection, Connection>(),
};

/** The same connection, on which asking for a description or ending a group does nothing. */
function silence(connection: Connection, how: keyof typeof silences): Connection {
  const known = silenced[how].get(connection);
  if (known) return known;
  const made: Connection = Object.create(connection, silences[how]);
  silenced[how].set(connection, made);
  return made;
}
