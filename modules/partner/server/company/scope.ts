import type { Table } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { partners } from "./tables.ts";

type ByCondition = Extract<Table["scope"], (scope: never) => unknown>;

/** Makes the scope of records that belong to a partner (`partnerId`): they are in scope with their partner. */
export const throughPartner =
  (table: string): ByCondition =>
  (scope) => {
    const reached: RawBuilder<boolean> =
      typeof partners.scope === "function" ? partners.scope(scope) : sql<boolean>`false`;
    return sql<boolean>`${sql.ref(`${table}.partnerId`)} in (select partner.id from partner where ${reached})`;
  };
