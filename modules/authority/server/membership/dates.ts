import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { membershipErrors } from "../../contract/index.ts";
import { db } from "../database.ts";

const MOST = 20;

interface Span {
  readonly userId: string;
  readonly organizationId: string;
  readonly positionId: string;
  readonly startDate: string;
  readonly endDate: string | null;
}

/** Both days count; changes by date take effect at 00:00 (AU-R13). */
export function checkDates(tx: Tx, { startDate, endDate }: Pick<Span, "startDate" | "endDate">): void {
  if (endDate === null) return;
  if (endDate < startDate) throw membershipErrors.membershipDates();
  if (endDate < dayOf(tx.now)) throw membershipErrors.membershipPast();
}

export function statusAt(tx: Tx, startDate: string): "FUTURE" | "EFFECTIVE" {
  return startDate > dayOf(tx.now) ? "FUTURE" : "EFFECTIVE";
}

/**
 * The same post must not overlap itself; at most one of its spans may still lie ahead. Called under the lock on the user:
 * two who add the same post at once leave one.
 */
export async function refuseOverlap(tx: Tx, span: Span, except: string | null = null): Promise<void> {
  const status = statusAt(tx, span.startDate);
  const found = await db(tx)
    .selectFrom("membership")
    .select("id")
    .where("userId", "=", span.userId)
    .where("organizationId", "=", span.organizationId)
    .where("positionId", "=", span.positionId)
    .where("status", "<>", "ENDED")
    .where(sql<boolean>`id is distinct from ${except}::uuid`)
    .where(
      sql<boolean>`(status = ${status} or daterange(start_date, end_date, '[]')
        && daterange(${span.startDate}::date, ${span.endDate}::date, '[]'))`,
    )
    .limit(1)
    .executeTakeFirst();
  if (found) throw membershipErrors.membershipOverlap();
}

export async function refuseTooMany(tx: Tx, userId: string): Promise<void> {
  const { count } = await db(tx)
    .selectFrom("membership")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("userId", "=", userId)
    .where("status", "<>", "ENDED")
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST) throw membershipErrors.membershipMost();
}
