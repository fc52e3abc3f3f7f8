import { commonErrors } from "@ops/platform/contract";
import { findAddressed, reachesRecord, reads, recordKinds, requireRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { callName } from "../../contract/index.ts";
import { db } from "../database.ts";
import { type Knows, knownPlaces, postNames } from "../effective/known-places.ts";
import { knownSources } from "../effective/known-sources.ts";
import { leavesOf } from "../effective/menu-leaves.ts";
import { type UserRow, users } from "../person/tables.ts";
import { catalogueOf } from "../rights/catalogue.ts";
import { menuTree } from "../rights/menu-tree.ts";
import { checksOf, failedCheck, type RoleNames } from "./checks.ts";
import { grantingPaths } from "./paths.ts";
import { solutions } from "./solutions.ts";
import { type Subject, subjectOf } from "./subject.ts";
import { type Wanted, wantedBy } from "./wanted.ts";

const VIEW = "authority:explain:view";

/** The checks that every call passes, one after the other, with the facts that decide them (AU-R25). */
export const explain = writes(contract.explain, async (asking, { body: { userId, membershipId, target } }) => {
  const tx = { ...asking, permission: VIEW };
  const user = await requireSubject(tx, userId);
  const subject = await subjectOf(tx, user, membershipId);
  const wanted = await wantedBy(tx, target);
  if (userId !== tx.actor.userId) await requireKnownRecord(tx, wanted);
  const known = new Set(await knownSources(tx, userId, subject.rights?.sources ?? []));
  const knownIds = new Set([...known].map(({ role }) => role.roleId));
  const isAllKnown = userId === tx.actor.userId || tx.actor.scopeOf(VIEW).all;
  const names = namesOf((roleId) => isAllKnown || knownIds.has(roleId));
  const { posts } = subject;
  const knows = await knownPlaces(tx, userId, { posts, sources: subject.rights?.sources ?? [] });
  const steps = await checksOf({ tx, subject, wanted, names, knows });
  const failed = failedCheck(steps);
  tx.trail.about(users.name, user.id, user.staffNo);
  tx.trail.summary = `${failed === null ? "允许" : "拒绝"}：${wanted.name}`;
  return {
    verdict: failed === null ? ("ALLOW" as const) : ("DENY" as const),
    failed,
    steps,
    userName: user.userName,
    post: postOf(subject, knows),
    target: wanted.name,
    paths: failed === null ? await grantingPaths(tx, subject, wanted, { known, knows }) : [],
    solutions: failed === null ? [] : await solutions(tx, subject, wanted),
  };
});

/** Oneself, or somebody in scope; others do not exist. */
async function requireSubject(tx: Tx, userId: string): Promise<UserRow> {
  if (userId !== tx.actor.userId) {
    if (!tx.actor.can(VIEW)) throw commonErrors.forbidden();
    return requireRecord(tx, users, userId);
  }
  const own = await db(tx).selectFrom("appUser").selectAll().where("id", "=", userId).executeTakeFirst();
  if (!own) throw commonErrors.notFound();
  return own;
}

/** Whether somebody else reaches a record may be told only to those who know that it exists. */
async function requireKnownRecord(tx: Tx, wanted: Wanted): Promise<void> {
  if (wanted.kind !== "RECORD") return;
  const { bizType, record, read } = wanted;
  const id = await findAddressed(tx, bizType, record);
  const { actor } = tx;
  const isKnown =
    id !== null && actor.can(read) && (await reachesRecord(tx, { actor, permission: read }, { bizType, id }));
  if (!isKnown) throw commonErrors.notFound();
}

/** Each name once; roles that the reader may not know of are counted. */
function namesOf(isKnown: (roleId: string) => boolean): RoleNames {
  return (roles) => {
    const told = new Set(roles.filter(({ roleId }) => isKnown(roleId)).map(({ roleName }) => roleName));
    const others = roles.filter(({ roleId }) => !isKnown(roleId)).length;
    return [...told, ...(others > 0 ? [`其他授权 ${others} 项`] : [])].join("、");
  };
}

function postOf({ user, posts, membershipId }: Subject, knows: Knows): string {
  if (user.boolAdmin) return "管理员";
  const organizations = new Set(posts.map(({ organizationId }) => organizationId));
  if (membershipId === null && organizations.size > 1) return "全部组织(合并视图)";
  return postNames(posts, knows).join("、") || "任职未生效";
}

export const listExplainTargets = reads(contract.listExplainTargets, async (tx) => {
  const interfaces = await db(tx)
    .selectFrom("apiInterface")
    .select(["id", "method", "path", "name"])
    .where("status", "<>", "REMOVED")
    .orderBy("path")
    .orderBy("method")
    .execute();
  const leaves = leavesOf(await menuTree(tx, "all"), []);
  return {
    pages: leaves.map(({ key, titles }) => ({ key, title: titles.join(" / ") })),
    codes: catalogueOf(tx).map(({ code, name }) => ({ code, name })),
    interfaces: interfaces.map((row) => ({ id: row.id, name: row.name, call: callName(row) })),
    records: recordKinds().map(({ bizType, entity }) => ({ bizType, entity })),
  };
});
