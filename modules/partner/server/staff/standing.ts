import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { certStandings } from "../../contract/index.ts";
import { db } from "../database.ts";
import { requiredCertsOf } from "./params.ts";
import type { StaffRow } from "./tables.ts";

/** Days before the end of a certificate in which it counts as ending. */
const ENDING_DAYS = 30;

type CertStanding = keyof typeof certStandings;

/** How a person stands with the certificates of the position, as SQL over partner_staff. */
export function standingOf(tx: Tx): RawBuilder<CertStanding> {
  const required = JSON.stringify(requiredCertsOf(tx));
  const today = dayOf(tx.now);
  return sql<CertStanding>`(case when partner_staff.cert_waiver is not null then 'WAIVED' else (
    select case when count(*) filter (where held.valid_to is null) > 0 then 'MISSING'
      when count(*) filter (where held.valid_to < ${today}::date) > 0 then 'EXPIRED'
      when count(*) filter (where held.valid_to <= ${today}::date + ${ENDING_DAYS}::int) > 0 then 'ENDING'
      else 'VALID' end
    from jsonb_array_elements_text(coalesce(${required}::jsonb -> partner_staff.position_code, '[]')) as needed (code)
    left join partner_staff_cert held on held.staff_id = partner_staff.id and held.code = needed.code) end)`;
}

interface Standing {
  readonly standing: CertStanding;
  readonly endsOn: string | null;
}

/** The same for these people, with the day on which the first of the required certificates ends. */
export async function standingsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Standing>> {
  if (ids.length === 0) return new Map();
  const required = JSON.stringify(requiredCertsOf(tx));
  const { rows } = await sql<Standing & { id: string }>`
    select partner_staff.id, ${standingOf(tx)} as standing, (select min(held.valid_to) from partner_staff_cert held
      where held.staff_id = partner_staff.id
        and coalesce(${required}::jsonb -> partner_staff.position_code, '[]') ? held.code)::text as "endsOn"
    from partner_staff where partner_staff.id = any(${ids}::uuid[])`.execute(tx.kysely);
  return new Map(rows.map(({ id, ...standing }) => [id, standing]));
}

/** Required certificates that somebody does not have, or no longer. */
export async function missingCerts(tx: Tx, staff: StaffRow): Promise<string[]> {
  if (staff.certWaiver !== null) return [];
  const needed = requiredCertsOf(tx)[staff.positionCode] ?? [];
  if (needed.length === 0) return [];
  const held = await db(tx)
    .selectFrom("partnerStaffCert")
    .select("code")
    .where("staffId", "=", staff.id)
    .where("validTo", ">=", dayOf(tx.now))
    .execute();
  const codes = new Set(held.map(({ code }) => code));
  return needed.filter((code) => !codes.has(code));
}
