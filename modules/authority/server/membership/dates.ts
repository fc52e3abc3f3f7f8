import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { membershipErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { MembershipRow } from "./tables.ts";

const MOST = 20;
const END = "9999-12-31";

interface Span {
  readonly organizationId: string;
  readonly positionId: string;
  readonly startDate: string;
  readonly endDate: string | null;
}

/** Checks the dates. The first and the last day both count, and changes take effect at 00:00 (AU-R13). */
export function checkDates(tx: Tx, { startDate, endDate }: Pick<Span, "startDate" | "endDate">): void {
  if (endDate === null) return;
  if (endDate < startDate) throw membershipErrors.membershipDates();
  if (endDate < dayOf(tx.now)) throw membershipErrors.membershipPast();
}

export function statusAt(tx: Tx, startDate: string): "FUTURE" | "EFFECTIVE" {
  return startDate > dayOf(tx.now) ? "FUTURE" : "EFFECTIVE";
}

/** Finds current and future posts. The people must be locked, so that nobody adds the same post at the same time. */
export async function heldPosts(tx: Tx, userIds: readonly string[]): Promise<Map<string, MembershipRow[]>> {
  const rows = await db(tx)
    .selectFrom("membership")
    .selectAll()
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where("status", "<>", "ENDED")
    .execute();
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** The same post may not overlap itself, and it may be planned only once. */
function overlaps(tx: Tx, held: readonly MembershipRow[], span: Span, except: string | null = null): boolean {
  const status = statusAt(tx, span.startDate);
  return held.some(
    (post) =>
      post.id !== except &&
      post.organizationId === span.organizationId &&
      post.positionId === span.positionId &&
      (post.status === status || (post.startDate <= (span.endDate ?? END) && span.startDate <= (post.endDate ?? END))),
  );
}

export function refuseOverlap(tx: Tx, held: readonly MembershipRow[], span: Span, except: string | null = null): void {
  if (overlaps(tx, held, span, except)) throw membershipErrors.membershipOverlap();
}

export function refuseTooMany(held: number): void {
  if (held >= MOST) throw membershipErrors.membershipMost();
}
