import type { ReactNode } from "react";
import { lookOf } from "./column-look.ts";
import type { ColumnLook } from "./columns.ts";

/** What the contract does not tell about a column: its title, width, cell or more. Null leaves it out. */
type Special<Row> =
  | string
  | number
  | boolean
  | null
  | ((row: Row) => ReactNode)
  | (ColumnLook<Row> & { readonly sortable?: false });
/** Keys in their order, with what is special about each; `true` means nothing. */
export type Specials<Row, Shown = Row> = { readonly [K in keyof Row]?: Special<Shown> };

/** Finds the look of each column in the order of the keys. What is given for a key overrides the contract. */
export function looksOf<Row, Shown extends Row = Row>(
  row: Readonly<Record<string, unknown>>,
  named: Specials<Row, Shown>,
) {
  return (Object.entries(named) as [keyof Row & string, Special<Shown>][]) // the keys of an object are those of its type
    .filter(([, special]) => special !== null)
    .map(([show, special]) => [show, { ...lookOf(row, show), ...saidOf(special) }] as const);
}

function saidOf<Row>(special: Special<Row>): ColumnLook<Row> {
  if (typeof special === "string") return { title: special };
  if (typeof special === "number") return { width: special };
  if (typeof special === "function") return { as: special };
  return typeof special === "object" && special !== null ? special : {};
}
