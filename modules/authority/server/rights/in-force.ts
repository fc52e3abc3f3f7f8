import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";

/*
 * Defines when a grant counts, for all queries. The conditions refer to the rows `g` role_grant, `r` role, `m`
 * membership, `o` organization and `app_user`. `inForce` answers what people can do now. `notOver` answers who has a
 * role at all, including grants that begin later or are disabled for now.
 */

const isGranted = (tx: Tx) => sql<boolean>`g.status = 'ACTIVE' and (g.valid_to is null or g.valid_to > ${tx.now})`;

/** Membership `m` has not ended. The date is checked, because the status changes only when the nightly job has run. */
const isLasting = (tx: Tx) => sql<boolean>`(m.end_date is null or m.end_date >= ${dayOf(tx.now)}::date)`;

/** Grant `g` of role `r` is in force, without regard to the membership. */
export const grantInForce = (tx: Tx): RawBuilder<boolean> =>
  sql<boolean>`(${isGranted(tx)} and g.valid_from <= ${tx.now} and r.status = 'ENABLED' and r.deleted_at is null)`;

/** Membership `m` in organisation `o` has begun and not ended, and the organisation is enabled (AU-R28). */
export const postInForce = (tx: Tx): RawBuilder<boolean> =>
  sql<boolean>`(m.status = 'EFFECTIVE' and m.start_date <= ${dayOf(tx.now)}::date and ${isLasting(tx)}
    and o.status = 'ENABLED' and o.deleted_at is null)`;

/** The grant gives rights now (AU-R20). */
export const inForce = (tx: Tx): RawBuilder<boolean> => sql<boolean>`(${grantInForce(tx)} and ${postInForce(tx)})`;

/** The joined rows to which `inForce` refers. */
export const grants: RawBuilder<unknown> = sql`role_grant g join role r on r.id = g.role_id
  join membership m on m.id = g.membership_id join organization o on o.id = m.organization_id`;

/** Grant `g` at membership `m` has not ended; it may begin later, or its role or organisation may be disabled. */
export const notOver = (tx: Tx): RawBuilder<boolean> =>
  sql<boolean>`(${isGranted(tx)} and m.status <> 'ENDED' and ${isLasting(tx)})`;

/** The person can sign in. Grants of others give nobody any rights now. */
export const canSignIn: RawBuilder<boolean> = sql<boolean>`(app_user.deleted_at is null and app_user.status in ('ACTIVE', 'PENDING'))`;
