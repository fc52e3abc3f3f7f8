import type pg from "pg";
import { oneOf } from "../staff.ts";

/** What the calls of the benchmark name, different in each set. */
export interface KnownPartners {
  readonly partnerIds: readonly string[];
  readonly regionId: string;
  readonly uscc: string;
  readonly staffNo: string;
}

export async function knownPartners(client: pg.Client): Promise<KnownPartners> {
  const { rows } = await client.query<{ id: string }>(
    "select id from partner where partner_no like 'HB5%' and state = 'ACTIVE' order by hashtext(partner_no) limit 100",
  );
  const one = await oneOf<{ uscc: string; region: string }>(
    client,
    "select uscc, region_id as region from partner where partner_no = 'HB500000'",
  );
  const person = await oneOf<{ staffNo: string }>(
    client,
    `select staff_no as "staffNo" from partner_staff where staff_no like 'HBY5%' order by staff_no limit 1`,
  );
  return { partnerIds: rows.map(({ id }) => id), uscc: one.uscc, regionId: one.region, staffNo: person.staffNo };
}
