import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";

/*
 * When a grant counts: the one place that says it. Conditions on the rows `g` role_grant, `r` role, `m` membership,
 * `o` organization and `app_user`. Questions of what people can do now ask `inForce`; questions of whom a role belongs
 * to, also later or once it is switched on again, ask `notOver`.
 */

const granted = (tx: Tx) => sql<boolean>`g.status = 'ACTIVE' and (g.valid_to is null or g.valid_to > ${tx.now})`;

/** Membership `m` has not come to its end, also in the hours before the night turns its status. */
const lasts = (tx: Tx) => sql<boolean>`(m.end_date is null or m.end_date >= ${dayOf(tx.now)}::date)`;

/** Grant `g` of role `r`, whatever becomes of the membership. */
export const grantInForce = (tx: Tx): RawBuilder<boolean> =>
  sql<boolean>`(${granted(tx)} and g.valid_from <= ${tx.now} and r.status = 'ENABLED' and r.deleted_at is null)`;

/** Membership `m` in organisation `o`: begun, not ended, at a place that is enabled (AU-R28). */
export const postInForce = (tx: Tx): RawBuilder<boolean> =>
  sql<boolean>`(m.status = 'EFFECTIVE' and m.start_date <= ${dayOf(tx.now)}::date and ${lasts(tx)}
    and o.status = 'ENABLED' and o.deleted_at is null)`;

/** As enforcement counts: the grant works now (AU-R20). */
export const inForce = (tx: Tx): RawBuilder<boolean> => sql<boolean>`(${grantInForce(tx)} and ${postInForce(tx)})`;

/** The rows that `inForce` speaks of. */
export const grants: RawBuilder<unknown> = sql`role_grant g join role r on r.id = g.role_id
  join membership m on m.id = g.membership_id join organization o on o.id = m.organization_id`;

/** Grant `g` at membership `m`; what begins later, or is switched off with its role or place, is not over. */
export const notOver = (tx: Tx): RawBuilder<boolean> =>
  sql<boolean>`(${granted(tx)} and m.status <> 'ENDED' and ${lasts(tx)})`;

/** People who can sign in; what the others hold works for nobody now. */
export const canSignIn: RawBuilder<boolean> = sql<boolean>`(app_user.deleted_at is null and app_user.status in ('ACTIVE', 'PENDING'))`;
