import pg from "pg";

export type Answer = (error: Error | null, result: pg.QueryResult) => void;

/** How the rows of a statement look: the same each time it runs. */
export interface RowShape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

interface Connection {
  describe(message: object): void;
}

/** What the driver's query has inside and its types do not tell. `prepared-client.test.ts` notices when it changes. */
interface DriverQuery {
  name: string;
  callback: Answer;
  _result: RowShape;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: object): void;
}
const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[]) => DriverQuery;

/** A named statement; PostgreSQL describes its rows the first time only, which is a good part of a short query. */
export class PreparedQuery extends DriverQuery {
  readonly #shapes: Map<string, RowShape>;

  constructor(
    { name, text, values }: { name: string; text: string; values: unknown[] },
    shapes: Map<string, RowShape>,
    answer: Answer,
  ) {
    super(text, values);
    this.name = name;
    this.callback = answer;
    this.#shapes = shapes;
  }

  override prepare(connection: Connection): void {
    const known = this.#shapes.get(this.name);
    if (known) {
      Object.assign(this._result, known);
      this._accumulateRows = true;
    }
    super.prepare(known ? withoutDescribe(connection) : connection);
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject }); // and not the rows
  }
}

const silenced = new WeakMap<Connection, Connection>();

/** The same connection, on which asking for a description does nothing. */
function withoutDescribe(connection: Connection): Connection {
  const known = silenced.get(connection);
  if (known) return known;
  const made: Connection = Object.create(connection, { describe: { value: () => undefined } });
  silenced.set(connection, made);
  return made;
}
