import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { AccountFigure } from "../../contract/index.ts";

const DAY_MS = 86_400_000;
const ACTIVE_DAYS = 30;
const INITIAL_DAYS = 3;

/** Selects the accounts of a key figure (section 9). The home page and the list behind it share this filter. */
export function isCountedAs(tx: Tx, figure: AccountFigure): RawBuilder<boolean> {
  const before = (days: number) => new Date(tx.now.getTime() - days * DAY_MS);
  const further: Record<AccountFigure, RawBuilder<unknown>> = {
    PRESENT: sql`true`,
    ACTIVE: sql`app_user.last_active_at >= ${before(ACTIVE_DAYS)}`,
    INITIAL_PASSWORD: sql`app_user.must_change_pwd and app_user.created_at < ${before(INITIAL_DAYS)}`,
  };
  return sql<boolean>`(app_user.status <> 'LEFT' and ${further[figure]})`;
}
