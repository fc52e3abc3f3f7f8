import { changeRecord, reads, requireRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { membershipErrors } from "../../contract/index.ts";
import { membershipsOf, presentMembership } from "../grant/present-membership.ts";
import { refuseStaffManaged } from "../person/guards.ts";
import { users } from "../person/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import { addPost, endPost, lockMembership, requireGrantable } from "./change.ts";
import { checkDates, heldPosts, refuseOverlap, statusAt } from "./dates.ts";
import { followPositions } from "./position-grants.ts";
import { appointPrimaries, takePrimaries, tellMoved } from "./primary.ts";
import { memberships } from "./tables.ts";

export const listMemberships = reads(contract.listMemberships, async (tx, { params: { id } }) => {
  await requireRecord(tx, users, id);
  return membershipsOf(tx, id);
});

export const addMembership = writes(contract.addMembership, (tx, { params, body }) => addPost(tx, params.id, body));

export const editMembership = writes(contract.editMembership, async (tx, { params: { id }, body }) => {
  const { user, membership } = await lockMembership(tx, id, body.version);
  const { startDate, endDate, isPrimary } = body;
  if (membership.isPrimary || isPrimary) refuseStaffManaged(user);
  if (startDate !== membership.startDate || endDate !== membership.endDate) await requireGrantable(tx, membership);
  if (startDate !== membership.startDate && membership.status !== "FUTURE") throw membershipErrors.membershipStarted();
  checkDates(tx, body);
  const held = (await heldPosts(tx, [user.id])).get(user.id) ?? [];
  refuseOverlap(tx, held, { ...membership, startDate, endDate }, id);
  const status = statusAt(tx, startDate);
  if (isPrimary && status !== "EFFECTIVE") throw membershipErrors.membershipNotEffective();
  if (!isPrimary && membership.isPrimary) throw membershipErrors.membershipKeepsPrimary();
  if (isPrimary && !membership.isPrimary) await takePrimaries(tx, [user.id]);
  await changeRecord(tx, memberships, membership, { startDate, endDate, status, isPrimary });
  await followPositions(tx, [id]);
  const appointed = await appointPrimaries(tx, [user.id]);
  if (isPrimary !== membership.isPrimary || appointed.length > 0) await tellMoved(tx, [user.id]);
  await bumpRights(tx, [user.id]);
  return presentMembership(tx, id);
});

export const endMembership = writes(contract.endMembership, (tx, { params, body }) => endPost(tx, params.id, body));
