import { addDays, dayOf } from "@ops/platform/contract";
import { regionsOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { partnerErrors } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { type EffectiveTerms, effectiveTerms } from "./effective.ts";
import { contractGraceDays } from "./params.ts";

/**
 * Where another partner of the same kind works alone by contract, nobody else begins: PARTNER_TERRITORY (PT-R4). Whoever
 * begins waits for the one before: of two rivals that begin at once the second sees the first.
 */
export async function refuseTakenTerritory(tx: Tx, partner: PartnerRow): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('partner_territory'))`.execute(tx.kysely);
  const today = dayOf(tx.now);
  const own = await effectiveTerms(tx, partner.id, today);
  const cities = [...new Set([...partner.cityCodes, ...(own?.terms.serviceCities ?? [])])].sort();
  for (const { id, shortName } of await possibleRivals(tx, partner, cities)) {
    const held = await effectiveTerms(tx, id, today);
    if (!held?.terms.isExclusive) continue;
    const taken = cities.find((city) => held.terms.serviceCities?.includes(city));
    if (!taken) continue;
    const [city] = await regionsOf(tx, { codes: [taken] });
    const name = city?.name.split(" / ").at(-1) ?? taken;
    throw partnerErrors.territory({ city: name, partner: shortName, date: lastDayOf(tx, held) });
  }
}

/** Those of the kind that work and have once agreed to be alone somewhere, and to one of these cities; what holds today is for the terms to say. */
async function possibleRivals(tx: Tx, { id, kinds }: PartnerRow, cities: readonly string[]) {
  const { rows } = await sql<Pick<PartnerRow, "id" | "shortName">>`
    select p.id, p.short_name as "shortName" from partner p
    where p.id <> ${id} and p.kinds && ${kinds} and p.state in ('ACTIVE', 'SUSPENDED')
      and exists (select 1 from partner_contract c where c.partner_id = p.id and c.terms @> '{"isExclusive": true}')
      and exists (select 1 from partner_contract c where c.partner_id = p.id and c.terms -> 'serviceCities' ?| ${cities})
    order by p.partner_no`.execute(tx.kysely);
  return rows;
}

/** Until when it works alone: as long as both the contract that says so and the main contract hold. */
function lastDayOf(tx: Tx, { main, sources, isInGrace }: EffectiveTerms): string {
  if (isInGrace) return addDays(main.endOn, tx.param(contractGraceDays));
  const until = sources.isExclusive?.endOn ?? main.endOn;
  return until < main.endOn ? until : main.endOn;
}
