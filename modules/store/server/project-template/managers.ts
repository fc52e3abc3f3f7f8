import { EnabledOrganizationRef } from "@ops/authority/contract";
import { lookupPeople } from "@ops/authority/server";
import { CityRef, dayOf } from "@ops/platform/contract";
import { presenterOf, refNames, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { matchManager, type ProjectKind, ProjectManager } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { type ProjectManagerRow, projectManagers } from "./tables.ts";

/** Counts the running projects of people. */
async function activeOf(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ userId: string; active: number }>`
    select manager_user_id as user_id, count(*)::int as active from store_project
    where state = 'RUNNING' and manager_user_id = any(${userIds}::uuid[]) group by 1`.execute(tx.kysely);
  return new Map(rows.map(({ userId, active }) => [userId, active]));
}

const loaded = async (tx: Tx, rows: readonly ProjectManagerRow[]) => {
  const active = await activeOf(
    tx,
    rows.map(({ userId }) => userId),
  );
  return (row: ProjectManagerRow) => ({ active: active.get(row.userId) ?? 0 });
};

export const presentManagers = presenterOf(projectManagers, ProjectManager, async (tx, rows) => {
  const loadOf = await loaded(tx, rows);
  const regions = await refNames(
    tx,
    EnabledOrganizationRef,
    rows.flatMap(({ regionOrgIds }) => regionOrgIds),
  );
  const cities = await refNames(
    tx,
    CityRef,
    rows.flatMap(({ cityCodes }) => cityCodes),
  );
  return (row) => ({
    ...loadOf(row),
    regionOrgNames: row.regionOrgIds.map((id) => regions.get(id) ?? ""),
    cityNames: row.cityCodes.map((code) => cities.get(code) ?? code),
  });
});

interface Wanted {
  readonly kind: ProjectKind;
  readonly cityCode: string;
  readonly regionOrgId: string | null;
}

/** Finds a manager who can sign in by the settings, with the reason (ST-R26). Null if nobody has room. */
export async function findManager(tx: Tx, wanted: Wanted): Promise<ReturnType<typeof matchManager>> {
  const rows = await findRows(tx, "projectManager", { isEnabled: true });
  const loadOf = await loaded(tx, rows);
  const people = await lookupPeople(
    tx,
    rows.map(({ userId }) => userId),
  );
  const settings = rows.filter(({ userId }) => people.get(userId)?.isUsable).map((row) => ({ ...row, ...loadOf(row) }));
  return matchManager(settings, { ...wanted, today: dayOf(tx.now) });
}
