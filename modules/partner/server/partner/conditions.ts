import { addDays } from "@ops/platform/contract";
import { escapeLike, listPage, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { partners } from "../company/tables.ts";

/** When the last main contract that holds or is signed ends. */
export const contractEnd = sql`(select max(c.end_on) from partner_contract c
  where c.partner_id = partner.id and c.kind = 'MAIN' and c.state in ('SIGNED', 'EFFECTIVE', 'EXPIRED', 'RENEWED'))`;

/** A paper that ended and that none of its kind has taken the place of. */
export const expiredPaper = sql<boolean>`exists (select from partner_qualification q where q.partner_id = partner.id
  and q.state = 'EXPIRED' and not exists (select from partner_qualification o
    where o.partner_id = q.partner_id and o.kind = q.kind and o.state = 'VALID'))`;

export const waitingPaper = sql<boolean>`exists (select from partner_qualification q where q.partner_id = partner.id
  and q.state = 'WAITING')`;

/** By number, full or short name; served by the GIN index over their characters. */
export function namedLike(keyword: string): RawBuilder<boolean> {
  const pattern = `%${escapeLike(keyword)}%`;
  return sql<boolean>`((string_to_array(lower(partner.full_name || partner.short_name), null)
      @> string_to_array(lower(${keyword}), null) and (partner.full_name ilike ${pattern} or partner.short_name ilike ${pattern}))
    or partner.partner_no = upper(${keyword}))`;
}

/** Of partners whose contract ends within so many days, or has ended. */
export function endingContract(wanted: string, today: string): RawBuilder<boolean> {
  if (wanted === "ENDED") return sql<boolean>`${contractEnd} < ${today}::date`;
  // not between, which would look for the end twice
  return sql<boolean>`daterange(${today}::date, ${addDays(today, Number(wanted))}::date, '[]') @> ${contractEnd}`;
}

const first = { pageNo: 1, pageSize: 1 };

export async function countWhere(tx: Tx, ...where: RawBuilder<boolean>[]): Promise<number> {
  return (await listPage(tx, partners, first, { where, orderBy: ["updatedAt", "desc"] })).total;
}
