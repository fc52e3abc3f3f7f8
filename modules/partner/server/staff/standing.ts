import { addDays, dayOf } from "@ops/platform/contract";
import { dictValues, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { certStandings } from "../../contract/index.ts";
import { db } from "../database.ts";
import { requiredCertsOf } from "./params.ts";
import type { StaffRow } from "./tables.ts";

/** A certificate counts as ending for so many days before its end. */
const ENDING_DAYS = 30;

export type CertStanding = keyof typeof certStandings;

/**
 * The conditions for each standing of a person with the required certificates. The first condition that is true
 * decides.
 */
function conditionsOf(tx: Tx): readonly (readonly [CertStanding, RawBuilder<boolean>])[] {
  const pairs = [...requiredCertsOf(tx)].flatMap(([position, codes]) => codes.map((code) => [position, code]));
  const required = sql`unnest(${pairs.map(([position]) => position)}::text[], ${pairs.map(([, code]) => code)}::text[])
    as needed (position, code)`;
  const held = sql`partner_staff_cert held where held.staff_id = partner_staff.id`;
  // `offset 0` makes PostgreSQL look up each person instead of reading all certificates
  const lacks = sql<boolean>`exists (select from ${required} where needed.position = partner_staff.position_code
    and not exists (select from ${held} and held.code = needed.code offset 0))`;
  const isUnknown = sql<boolean>`partner_staff.position_code not in (
    select entry_value from dict_entry where code = 'partner_position')`;
  const endsBefore = (
    day: string,
  ) => sql<boolean>`exists (select from ${required}, ${held} and held.valid_to < ${day}::date
    and held.code = needed.code and needed.position = partner_staff.position_code)`;
  const today = dayOf(tx.now);
  return [
    ["WAIVED", sql<boolean>`partner_staff.cert_waiver is not null`],
    ["MISSING", sql<boolean>`(${isUnknown} or ${lacks})`],
    ["EXPIRED", endsBefore(today)],
    ["ENDING", endsBefore(addDays(today, ENDING_DAYS + 1))],
    ["VALID", sql<boolean>`true`],
  ];
}

/** Selects people with one of these standings. */
export function standsAs(tx: Tx, ...wanted: readonly CertStanding[]): RawBuilder<boolean> {
  const steps = conditionsOf(tx);
  const ways = steps.flatMap(([standing, holds], at) => {
    const higher = steps.slice(0, at).map(([, higherHolds]) => sql<boolean>`not ${higherHolds}`);
    return wanted.includes(standing) ? [sql<boolean>`(${sql.join([holds, ...higher], sql` and `)})`] : [];
  });
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

function standingOf(tx: Tx): RawBuilder<CertStanding> {
  const cases = conditionsOf(tx).map(([standing, holds]) => sql`when ${holds} then ${standing}`);
  return sql<CertStanding>`(case ${sql.join(cases, sql` `)} end)`;
}

interface Standing {
  readonly standing: CertStanding;
  readonly endsOn: string | null;
}

/** Finds the standings of these people, with the day on which the first required certificate ends. */
export async function standingsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Standing>> {
  const required = JSON.stringify(Object.fromEntries(requiredCertsOf(tx)));
  const { rows } = await sql<Standing & { id: string }>`
    select partner_staff.id, ${standingOf(tx)} as standing, (select min(held.valid_to) from partner_staff_cert held
      where held.staff_id = partner_staff.id
        and coalesce(${required}::jsonb -> partner_staff.position_code, '[]') ? held.code)::text as "endsOn"
    from partner_staff where partner_staff.id = any(${ids}::uuid[])`.execute(tx.kysely);
  return new Map(rows.map(({ id, ...standing }) => [id, standing]));
}

/** Stands for the certificates of an unknown position if the dictionary has none. Nobody holds it. */
const UNKNOWN = "职位未知";

/**
 * Lists required certificates that a person does not have or that have expired. If no dictionary knows the position,
 * all certificates count as missing, so that no account is opened.
 */
export async function missingCerts(tx: Tx, staff: StaffRow): Promise<string[]> {
  if (staff.certWaiver !== null) return [];
  const positions = await tx.kept(dictValues, "partner_position");
  if (!positions.has(staff.positionCode)) {
    const all = [...(await tx.kept(dictValues, "partner_cert")).keys()];
    return all.length > 0 ? all : [UNKNOWN];
  }
  const needed = requiredCertsOf(tx).get(staff.positionCode) ?? [];
  const held = await db(tx)
    .selectFrom("partnerStaffCert")
    .select("code")
    .where("staffId", "=", staff.id)
    .where("validTo", ">=", dayOf(tx.now))
    .execute();
  const codes = new Set(held.map(({ code }) => code));
  return needed.filter((code) => !codes.has(code));
}
