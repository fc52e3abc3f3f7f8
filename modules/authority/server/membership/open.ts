import type { BodyOf } from "@ops/platform/contract";
import { insertRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { requireGivable } from "../grant/rules.ts";
import type { UserRow } from "../user/tables.ts";
import { checkDates, refuseOverlap, refuseTooMany, statusAt } from "./dates.ts";
import { requirePlace } from "./place.ts";
import { followPositions } from "./position-grants.ts";
import { hasPrimary, takePrimary } from "./primary.ts";
import { type MembershipRow, memberships } from "./tables.ts";

/**
 * One more post of a person whose row the caller has locked or just made. The roles that the position brings along are
 * given by whoever appoints, so the guard against escalation holds for them as well (AU-R15).
 */
export async function openMembership(
  tx: Tx,
  user: UserRow,
  body: BodyOf<typeof contract.addMembership>,
): Promise<MembershipRow> {
  const { organizationId, positionId, startDate, endDate } = body;
  const { organization, position } = await requirePlace(tx, organizationId, positionId);
  checkDates(tx, body);
  await refuseOverlap(tx, { userId: user.id, organizationId, positionId, startDate, endDate });
  await refuseTooMany(tx, user.id);
  const status = statusAt(tx, startDate);
  const isPrimary = status === "EFFECTIVE" && (body.isPrimary || !(await hasPrimary(tx, user.id)));
  if (isPrimary) await takePrimary(tx, user.id);
  const values = { userId: user.id, organizationId, positionId, startDate, endDate, status, isPrimary };
  const membership = await insertRecord(tx, memberships, values);
  tx.trail.summary ??= `${organization.name}(${position.name})`;
  for (const roleId of position.defaultRoleIds) {
    await requireGivable(tx, { user, organization, roleId, validTo: null, fromPosition: true });
  }
  await followPositions(tx, [membership.id]);
  return membership;
}
