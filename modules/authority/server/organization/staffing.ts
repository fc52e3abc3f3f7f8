import type { LevelPlace, Staffing, Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { personNames } from "../person/person-name.ts";
import { actorsEverywhere } from "../rights/actor-of.ts";
import { holdersAt, holdersOfAll, holdersOfAny, leadersAbove } from "../rights/holders-at.ts";
import { organizationNames } from "./published.ts";

/** Answers the questions of the platform's approvals about who works where (PF-R123). */
export const staffing: Staffing = {
  holdersAt,
  leadersAbove,
  holdersOfAll,
  holdersFor,
  placeOf,
  actorsEverywhere,
  personNames,
  organizationNames,
};

/** Finds the organisation for a level. Headquarters is the root, which also replaces a missing region. */
async function placeOf(tx: Tx, orgId: string, at: LevelPlace): Promise<string> {
  if (at === "record" || at === "named") return orgId;
  const { rows } = await sql<{ id: string }>`
    select up.id from organization o join organization up on starts_with(o.path, up.path)
    where o.id = ${orgId} and (up.parent_id is null or (${at} = 'region' and up.type = 'REGION'))
    order by up.level desc limit 1`.execute(tx.kysely);
  return rows[0]?.id ?? orgId;
}

/** At the organisation of a record every scope can be the right one; other levels stand at headquarters or a region. */
async function holdersFor(tx: Tx, code: string, at: LevelPlace): Promise<readonly string[]> {
  if (at === "record" || at === "named") return holdersOfAll(tx, [code]);
  const { rows } = await sql<{ id: string }>`
    select id from organization where parent_id is null or (${at} = 'region' and type = 'REGION')`.execute(tx.kysely);
  return holdersOfAny(
    tx,
    code,
    rows.map(({ id }) => id),
  );
}
