import { contains, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { hasNumber } from "./tables.ts";

/**
 * Searches by a part of the name, or by the whole phone or staff number, so that masked fields cannot be guessed piece by
 * piece.
 */
export async function matches(tx: Tx, keyword: string | undefined): Promise<RawBuilder<boolean> | null> {
  const named = contains("userName", keyword);
  if (!keyword || !named) return null;
  const inName = named.test(sql.ref("appUser.userName"));
  return sql<boolean>`(${inName} or ${await hasNumber(tx, "app_user", keyword)})`;
}
