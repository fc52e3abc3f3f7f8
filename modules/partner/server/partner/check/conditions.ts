import { addDays } from "@ops/platform/contract";
import { countRecords, escapeLike, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { partners } from "../../company/tables.ts";

/** Selects the end of the last main contract that is or was in force, or is signed. */
export const contractEnd = sql`(select max(c.end_on) from partner_contract c
  where c.partner_id = partner.id and c.kind = 'MAIN' and c.state in ('SIGNED', 'EFFECTIVE', 'EXPIRED', 'RENEWED'))`;

/** An expired paper without a valid one of the same kind. */
export const expiredPaper = sql<boolean>`exists (select from partner_qualification q where q.partner_id = partner.id
  and q.state = 'EXPIRED' and not exists (select from partner_qualification o
    where o.partner_id = q.partner_id and o.kind = q.kind and o.state = 'VALID'))`;

export const waitingPaper = sql<boolean>`exists (select from partner_qualification q where q.partner_id = partner.id
  and q.state = 'WAITING')`;

/** Finds partners by number, full or short name. The GIN index over the characters of the names supports it. */
export function namedLike(keyword: string): RawBuilder<boolean> {
  const pattern = `%${escapeLike(keyword)}%`;
  return sql<boolean>`((string_to_array(lower(partner.full_name || partner.short_name), null)
      @> string_to_array(lower(${keyword}), null) and (partner.full_name ilike ${pattern} or partner.short_name ilike ${pattern}))
    or partner.partner_no = upper(${keyword}))`;
}

/** Finds partners whose contract ends within so many days, or has ended. */
export function endingContract(wanted: string, today: string): RawBuilder<boolean> {
  if (wanted === "ENDED") return sql<boolean>`${contractEnd} < ${today}::date`;
  // `between` would run the subquery twice
  return sql<boolean>`daterange(${today}::date, ${addDays(today, Number(wanted))}::date, '[]') @> ${contractEnd}`;
}

export const countWhere = (tx: Tx, ...where: RawBuilder<boolean>[]) => countRecords(tx, partners, ...where);
