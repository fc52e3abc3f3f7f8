import { sql } from "kysely";

/** When the last main contract that holds or is signed ends. */
export const contractEnd = sql`(select max(c.end_on) from partner_contract c
  where c.partner_id = partner.id and c.kind = 'MAIN' and c.state in ('SIGNED', 'EFFECTIVE', 'EXPIRED', 'RENEWED'))`;

/** A paper that ended and that none of its kind has taken the place of. */
export const expiredPaper = sql<boolean>`exists (select from partner_qualification q where q.partner_id = partner.id
  and q.state = 'EXPIRED' and not exists (select from partner_qualification o
    where o.partner_id = q.partner_id and o.kind = q.kind and o.state = 'VALID'))`;

export const waitingPaper = sql<boolean>`exists (select from partner_qualification q where q.partner_id = partner.id
  and q.state = 'WAITING')`;
