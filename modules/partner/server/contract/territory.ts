import { addDays, dayOf } from "@ops/platform/contract";
import { regionsOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { partnerErrors } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { type EffectiveTerms, effectiveTerms } from "./effective.ts";
import { contractGraceDays } from "./params.ts";

/**
 * Refuses with PARTNER_TERRITORY a partner that begins where another one of its kind is exclusive by contract (PT-R4).
 * The lock lets partners begin one after the other, so that the second of two rivals sees the first.
 */
export async function refuseTakenTerritory(tx: Tx, partner: PartnerRow): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('partner_territory'))`.execute(tx.kysely);
  const today = dayOf(tx.now);
  const own = await effectiveTerms(tx, partner.id, today);
  const cities = [...new Set([...partner.cityCodes, ...(own?.terms.serviceCities ?? [])])].sort();
  for (const { id, shortName } of await findPossibleRivals(tx, partner, cities)) {
    const held = await effectiveTerms(tx, id, today);
    if (!held?.terms.isExclusive) continue;
    const taken = cities.find((city) => held.terms.serviceCities?.includes(city));
    if (!taken) continue;
    const [city] = await regionsOf(tx, { codes: [taken] });
    const name = city?.name.split(" / ").at(-1) ?? taken;
    throw partnerErrors.territory({ city: name, partner: shortName, date: lastDayOf(tx, held) });
  }
}

/**
 * Finds working partners of the same kind with any contract that is exclusive and any that names one of these cities.
 * Whether this is in force today is checked afterwards.
 */
async function findPossibleRivals(tx: Tx, { id, kinds }: PartnerRow, cities: readonly string[]) {
  const { rows } = await sql<Pick<PartnerRow, "id" | "shortName">>`
    select p.id, p.short_name as "shortName" from partner p
    where p.id <> ${id} and p.kinds && ${kinds} and p.state in ('ACTIVE', 'SUSPENDED')
      and exists (select 1 from partner_contract c where c.partner_id = p.id and c.terms @> '{"isExclusive": true}')
      and exists (select 1 from partner_contract c where c.partner_id = p.id and c.terms -> 'serviceCities' ?| ${cities})
    order by p.partner_no`.execute(tx.kysely);
  return rows;
}

/** Finds the last day of the exclusivity: both the contract that grants it and the main contract must be in force. */
function lastDayOf(tx: Tx, { main, sources, isInGrace }: EffectiveTerms): string {
  if (isInGrace) return addDays(main.endOn, tx.param(contractGraceDays));
  const until = sources.isExclusive?.endOn ?? main.endOn;
  return until < main.endOn ? until : main.endOn;
}
