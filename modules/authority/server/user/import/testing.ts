import { declareTestApp } from "@ops/platform/server/testing";
import { userImport } from "../../../contract/index.ts";
import { AuthorityTestApp, givenPosition } from "../../testing.ts";
import { importing, type TypedCells } from "../../testing-import.ts";

export type TypedPerson = Partial<Record<(typeof userImport.columns)[number]["key"], string | number>>;

/** Sets up tests of the user import: an app with background jobs, and helpers that fill template rows. */
export function importingUsers() {
  const app = declareTestApp(new AuthorityTestApp([], undefined, { background: true }));
  let phones = 0;
  const codeOf = async (table: "organization" | "position" | "role", { id }: { readonly id: string }) =>
    (await app.rows<{ code: string }>(`select code from ${table} where id = $1`, [id]))[0]?.code ?? "";
  return {
    app,
    ...importing(app, userImport),
    row: (typed: TypedPerson): TypedCells => userImport.columns.map(({ key }) => typed[key] ?? null),
    phone: () => `137${String(++phones).padStart(8, "0")}`,
    codeOf,
    positionCode: async (name: string) =>
      codeOf("position", { id: await app.arrange((tx) => givenPosition(tx, name)) }),
  };
}
