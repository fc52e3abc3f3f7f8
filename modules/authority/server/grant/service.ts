import { reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { grantErrors } from "../../contract/index.ts";
import { giveRoles, heldRoles, lockHolder, takeRole } from "./give.ts";
import { grantableRoles } from "./grantable.ts";
import { grantRefusal } from "./rules.ts";

export const listGrantableRoles = reads(contract.listGrantableRoles, (tx, { query }) =>
  grantableRoles(tx, query.organizationId),
);

/** Tells for each of these roles why it could not be given, without giving any. */
export const checkGrants = writes(
  contract.checkGrants,
  async (tx, { params: { id: membershipId }, body: { roleIds, validTo } }) => {
    const { user, membership } = await lockHolder(tx, membershipId);
    const organization = { id: membership.organizationId, type: membership.organizationType };
    const held = await heldRoles(tx, membershipId, roleIds);
    const refusals = [];
    for (const roleId of new Set(roleIds)) {
      const name = held.get(roleId);
      const refusal =
        name === undefined
          ? await grantRefusal(tx, { user, organization, roleId, validTo })
          : grantErrors.grantHeld({ name });
      if (refusal) refusals.push({ roleId, msgCode: refusal.msgCode, msg: refusal.message });
    }
    return { refusals };
  },
);

export const giveGrants = writes(contract.giveGrants, (tx, { params, body }) => giveRoles(tx, params.id, body));

export const revokeGrant = writes(contract.revokeGrant, (tx, { params, body }) => takeRole(tx, params.id, body));
