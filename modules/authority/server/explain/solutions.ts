import type { Tx } from "@ops/platform/server";
import { type Explanation, riskLevel } from "../../contract/index.ts";
import { db } from "../database.ts";
import { grantableRoles } from "../grant/grantable.ts";
import { grantRefusal } from "../grant/rules.ts";
import { type GrantedRole, sourcesOf } from "../rights/compile.ts";
import { type Post, postName } from "../rights/posts.ts";
import { checksOf, failedCheck } from "./checks.ts";
import { type Subject, withSources } from "./subject.ts";
import type { Wanted } from "./wanted.ts";

const MOST = 5;

/** Roles that the reader may give here and with which it would be allowed, the smallest risk first. */
export async function solutions(tx: Tx, subject: Subject, wanted: Wanted): Promise<Explanation["solutions"]> {
  const mayGrant = tx.actor.userId !== subject.user.id && tx.actor.can("authority:grant:edit");
  if (!mayGrant) return [];
  const candidates: { post: Post; role: Helpful }[] = [];
  for (const post of subject.posts) {
    for (const role of await helpfulRoles(tx, post, wanted)) candidates.push({ post, role });
  }
  const found: Explanation["solutions"] = [];
  for (const { post, role } of candidates.toSorted((one, other) => one.role.riskPoints - other.role.riskPoints)) {
    if (found.length === MOST) break; // each is tried out, and the smallest come first
    if (!(await wouldAllow(tx, subject, wanted, { post, role }))) continue;
    const { roleId, roleName, riskPoints } = role;
    const told = { roleId, roleName, riskPoints, risk: riskLevel(riskPoints) };
    found.push({ ...told, membershipId: post.membershipId, post: postName([post]) });
  }
  return found;
}

/** Whether the reader may give the role here, and whether every check would pass with it. */
async function wouldAllow(
  tx: Tx,
  subject: Subject,
  wanted: Wanted,
  { post, role }: { post: Post; role: Helpful },
): Promise<boolean> {
  if (!(await isGivable(tx, subject, post, role.roleId))) return false;
  const [source] = await sourcesOf(tx, [post], [{ ...role, ...givenAt(tx, post) }]);
  const then = withSources(subject, [...(subject.rights?.sources ?? []), ...(source ? [source] : [])]);
  return failedCheck(await checksOf({ tx, subject: then, wanted, names: () => "", knows: () => false })) === null;
}

const givenAt = (tx: Tx, post: Post) => ({
  grantId: "",
  grantKind: "DIRECT" as const,
  membershipId: post.membershipId,
  validFrom: tx.now,
  validTo: null,
});

type Helpful = Omit<GrantedRole, keyof ReturnType<typeof givenAt>> & { readonly riskPoints: number };

async function helpfulRoles(tx: Tx, post: Post, wanted: Wanted): Promise<Helpful[]> {
  const ids = (await grantableRoles(tx, post.organizationId)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const roles = await db(tx)
    .selectFrom("role")
    .select(["id as roleId", "name as roleName", "riskPoints", "menuKeys", "permissionCodes", "excludedInterfaces"])
    .select(["dataScope", "scopeOverrides", "customOrgs", "fieldRules"])
    .where("id", "in", ids)
    .execute();
  return roles.filter(wanted.isIn);
}

async function isGivable(tx: Tx, { user }: Subject, post: Post, roleId: string): Promise<boolean> {
  const organization = await db(tx)
    .selectFrom("organization")
    .select(["id", "type"])
    .where("id", "=", post.organizationId)
    .executeTakeFirstOrThrow();
  // whether it needs an end is asked when it is given
  return (await grantRefusal(tx, { user, organization, roleId, validTo: null, fromPosition: true })) === null;
}
