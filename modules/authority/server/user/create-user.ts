import type { BodyOf } from "@ops/platform/contract";
import { countRefusal, inSteps, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { membershipErrors, userErrors } from "../../contract/index.ts";
import { newInitialPassword } from "../account/initial-password.ts";
import { grantRoles } from "../grant/give.ts";
import { openMemberships } from "../membership/open.ts";
import { type UserRow, users } from "../person/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import type { AuthorityContext } from "../settings.ts";
import { insertUsers } from "./insert-users.ts";

type Body = BodyOf<typeof contract.createUser>;

/**
 * Creates an account with its posts and roles. Only this answer contains the
 * initial password, which has to be changed (AU-R2).
 */
export const createUser = (context: AuthorityContext) =>
  inSteps(contract.createUser, async (steps, { body }) => {
    const initialPassword = newInitialPassword();
    const passwordHash = await context.hasher.hash(initialPassword);
    const asked = { table: users, field: "mobilePhone", text: body.mobilePhone };
    const user = await steps.finish((tx) => countRefusal(tx, asked, () => insertUser(tx, body, passwordHash)));
    return { id: user.id, initialPassword };
  });

async function insertUser(tx: Tx, body: Body, passwordHash: string): Promise<UserRow> {
  const { memberships, ...fields } = body;
  // only the scope ALL sees people without an organisation, so an operator with a smaller scope would lose sight of
  // them at once
  if (memberships.length === 0 && !tx.actor.scopeOf(tx.permission).all) throw userErrors.membershipMissing();
  if (memberships.filter(({ isPrimary }) => isPrimary).length > 1) throw membershipErrors.membershipOnePrimary();
  const [user] = await insertUsers(tx, [{ ...fields, passwordHash, source: "MANUAL" }]);
  if (!user) throw new Error("one account went in, none came out");
  // the primary membership is opened first, because the first one becomes primary
  for (const { roleIds, ...membership } of memberships.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))) {
    const [opened] = await openMemberships(tx, [{ user, ...membership }]);
    if (opened && roleIds.length > 0) await grantRoles(tx, opened.id, { roleIds, validTo: null, reason: "新增用户" });
  }
  await bumpRights(tx, [user.id]);
  return user;
}
