import { commonErrors, type SavedFilter, SHARE_FILTERS, savedFilterErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import { explainUnseen } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { db, type SavedFilterRow, savedFilters } from "../tables.ts";
import { fitFilters, requireList } from "./kept-filters.ts";

/** One's own, and those that are shared with the organisation in which the person works now: that very one, not those above or below. */
export function seenFilters(tx: Tx) {
  const { userId, organizationIds } = tx.actor;
  return db(tx)
    .selectFrom("savedFilter")
    .selectAll()
    .where(({ eb, or }) =>
      or([eb("createdBy", "=", userId), eb("orgId", "=", sql<string>`any(${[...organizationIds]}::uuid[])`)]),
    );
}

/** Refuses filters of other people as if they did not exist. */
export async function refuseUnseen(tx: Tx, id: string): Promise<void> {
  const seen = await seenFilters(tx).where("id", "=", id).executeTakeFirst();
  if (!seen) throw await explainUnseen(tx, savedFilters, id);
}

const isSharer = ({ actor }: Tx) => !actor.isReadOnly && actor.can(SHARE_FILTERS);

export function requireSharer(tx: Tx): void {
  if (!isSharer(tx)) throw commonErrors.forbidden();
}

/** Of several organisations at once the first, as for every record that is made there (PF-R66). */
export function requireHome({ actor }: Tx): string {
  const [home] = actor.organizationIds;
  if (home === undefined) throw savedFilterErrors.nowhere();
  return home;
}

/**
 * Tells whether the actor may change a filter: its author may, and for a shared one everybody who may share in that
 * organisation.
 */
export async function mayChange(tx: Tx, { createdBy, orgId }: SavedFilterRow): Promise<boolean> {
  if (createdBy === tx.actor.userId) return true;
  if (orgId === null || !isSharer(tx)) return false;
  const scope = tx.actor.scopeOf(SHARE_FILTERS);
  if (scope.all) return true;
  if (!scope.organizations) return false;
  const { rows } = await sql`select 1 from (${scope.organizations}) reached (id) where id = ${orgId}`.execute(
    tx.kysely,
  );
  return rows.length > 0;
}

export async function presentFilters(tx: Tx, rows: readonly SavedFilterRow[]): Promise<SavedFilter[]> {
  const names = await tx.approvals.staffing.personNames(tx, [...new Set(rows.map(({ createdBy }) => createdBy))]);
  const defaults = await db(tx)
    .selectFrom("savedFilterDefault")
    .select("filterId")
    .where("userId", "=", tx.actor.userId)
    .execute();
  const chosen = new Set(defaults.map(({ filterId }) => filterId));
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      filters: fitFilters(requireList(tx, row.list), row.filters),
      isShared: row.orgId !== null,
      isDefault: chosen.has(row.id),
      isOwn: row.createdBy === tx.actor.userId,
      mayChange: await mayChange(tx, row),
      makerName: names.get(row.createdBy) ?? "",
      version: row.version,
    })),
  );
}
