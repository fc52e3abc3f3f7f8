import pg from "pg";
import { NOW, type Recorded } from "../captured.ts";

const { submit } = pg.Query.prototype;
let recorded: Recorded[] = [];

/** Keeps every statement that leaves this process between `begin` and `end`, as the driver sends it. */
export async function recordStatements(when: "begin" | "end"): Promise<{ recorded: readonly Recorded[] }> {
  if (when === "begin") {
    recorded = [];
    pg.Query.prototype.submit = function (connection) {
      const values: unknown[] = Reflect.get(this, "values") ?? [];
      const sent = values.map((value) => (value instanceof Date ? NOW : value));
      recorded.push({ text: String(Reflect.get(this, "text")), values: sent });
      return submit.call(this, connection);
    };
  } else pg.Query.prototype.submit = submit;
  return { recorded };
}
