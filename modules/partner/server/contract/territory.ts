import { dayOf } from "@ops/platform/contract";
import { regionsOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { partnerErrors } from "../../contract/index.ts";
import type { PartnerRow } from "../partner/tables.ts";
import { effectiveTerms } from "./effective.ts";

interface Rival {
  readonly cityCode: string;
  readonly shortName: string;
  readonly endOn: string;
}

/** Where another partner of the same kind works alone by contract, nobody else begins: PARTNER_TERRITORY (PT-R4). */
export async function refuseTakenTerritory(tx: Tx, partner: PartnerRow): Promise<void> {
  const today = dayOf(tx.now);
  const own = await effectiveTerms(tx, partner.id, today);
  const cities = [...new Set([...partner.cityCodes, ...(own?.terms.serviceCities ?? [])])];
  const { rows } = await sql<Rival>`
    select city.code as "cityCode", p.short_name as "shortName", c.end_on as "endOn"
    from partner_contract c join partner p on p.id = c.partner_id
      cross join lateral jsonb_array_elements_text(c.terms -> 'serviceCities') as city (code)
    where p.id <> ${partner.id} and p.kinds && ${partner.kinds} and p.state in ('ACTIVE', 'SUSPENDED')
      and c.state in ('SIGNED', 'EFFECTIVE') and c.start_on <= ${today}::date and c.end_on >= ${today}::date
      and c.terms @> '{"isExclusive": true}' and city.code = any(${cities})
    order by city.code limit 1`.execute(tx.kysely);
  const [taken] = rows;
  if (!taken) return;
  const [city] = await regionsOf(tx, { codes: [taken.cityCode] });
  const name = city?.name.split(" / ").at(-1) ?? taken.cityCode;
  throw partnerErrors.territory({ city: name, partner: taken.shortName, date: taken.endOn });
}
