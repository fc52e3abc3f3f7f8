import pg from "pg";
import { PreparedQuery } from "../../platform/server/db/connection/prepared-query.ts";
import { NOW, type Recorded } from "../captured.ts";

const { submit } = pg.Query.prototype;
let recorded: Recorded[] = [];

/** Keeps every statement that leaves this process between `begin` and `end`, as the driver sends it. */
export async function recordStatements(when: "begin" | "end"): Promise<{ recorded: readonly Recorded[] }> {
  if (when === "begin") {
    recorded = [];
    pg.Query.prototype.submit = function (connection) {
      const statements = this instanceof PreparedQuery ? this.statements : [this];
      recorded.push(...statements.map(recordOf));
      return submit.call(this, connection);
    };
  } else pg.Query.prototype.submit = submit;
  return { recorded };
}

/** An instant as the driver writes it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/;

function recordOf(statement: object): Recorded {
  const values: unknown[] = Reflect.get(statement, "values") ?? [];
  const isInstant = (value: unknown) => value instanceof Date || (typeof value === "string" && INSTANT.test(value));
  const sent = values.map((value) => (isInstant(value) ? NOW : value));
  return { text: String(Reflect.get(statement, "text")), values: sent };
}
