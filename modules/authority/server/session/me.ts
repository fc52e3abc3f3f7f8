import { commonErrors, type FieldMode, masks, type OrganizationEntry, ruledFields } from "@ops/platform/contract";
import { findDefaultFilters, reads, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { callName } from "../../contract/index.ts";
import { passwordDue } from "../account/password-age.ts";
import { db } from "../database.ts";
import { organizationUnionMode } from "../params.ts";
import { compileRights, type Rights } from "../rights/compile.ts";
import { menuTree } from "../rights/menu-tree.ts";
import { byOrganization, effectivePosts, type Post, postName } from "../rights/posts.ts";

const UNION_NAME = "全部组织(合并视图)";

export const menuUserList = reads(contract.menuUserList, async (tx) => {
  if (tx.actor.isAdmin) return menuTree(tx, "all");
  const { menuKeys } = await compileRights(tx, tx.actor.userId, tx.actor.organizationIds);
  return menuTree(tx, menuKeys);
});

export const userInfo = reads(contract.userInfo, async (tx) => {
  const user = await requireMe(tx);
  const posts = user.boolAdmin ? [] : await effectivePosts(tx, user.id);
  const activeIds = tx.actor.organizationIds;
  const active = posts.filter((post) => activeIds.includes(post.organizationId));
  const rights = user.boolAdmin ? null : await compileRights(tx, user.id, activeIds);
  return [
    {
      id: user.id,
      userName: user.userName,
      mobilePhone: masks.phone(user.mobilePhone),
      boolAdmin: user.boolAdmin,
      loginOrganizationId: activeIds.join(","),
      organizationsDescription: activeIds.length > 1 ? UNION_NAME : active.length === 0 ? "" : postName(active),
      permissionCodeList: rights ? [...rights.codes].sort() : ["*"],
      excludedCalls: rights ? excludedCalls(tx, rights) : [],
      fieldModes: rights ? limitedFields(rights) : {},
      organizations: entriesOf(tx, posts),
      organizationIds: [...byOrganization(posts).keys()],
      position: [...new Set(active.map((post) => post.positionName))],
      changePwdStatus: user.restricted,
      changePwdReason: user.restricted ? passwordDue(tx, user) : "",
      defaultFilters: await findDefaultFilters(tx),
      viewAs: await viewOf(tx),
    },
  ];
});

export const userOrganization = reads(contract.userOrganization, async (tx) => {
  const posts = tx.actor.isAdmin ? [] : await effectivePosts(tx, tx.actor.userId);
  return [{ organizations: entriesOf(tx, posts) }];
});

/** Lists the calls that the page must not offer: the person has their code, but the roles exclude the call. */
function excludedCalls({ endpoints }: Tx, { codes, mayCall }: Rights): string[] {
  return endpoints.filter((one) => codes.has(one.permission) && !mayCall(one)).map(callName);
}

/** Lists fields that forms must not offer, or only for reading. */
function limitedFields({ fieldMode }: Rights): Record<string, FieldMode> {
  if (!fieldMode) return {};
  const modes = [...ruledFields.values()].map(({ key, read }) => [key, fieldMode(key, read)] as const);
  return Object.fromEntries(modes.filter(([, mode]) => mode !== "EDIT"));
}

/** Makes one entry per organisation. The combined view comes first where it is allowed (PF-R66). */
function entriesOf(tx: Tx, posts: readonly Post[]): OrganizationEntry[] {
  const activeIds = tx.actor.organizationIds;
  const entries = [...byOrganization(posts)].map(([id, held]) => ({
    id,
    organizationPositionName: postName(held),
    isPrimary: held.some((post) => post.isPrimary),
    isCurrent: activeIds.length === 1 && activeIds[0] === id,
  }));
  if (entries.length < 2 || tx.param(organizationUnionMode) === "off") return entries;
  const id = entries.map((entry) => entry.id).join(",");
  const isCurrent = activeIds.length > 1;
  return [{ id, organizationPositionName: UNION_NAME, isPrimary: false, isCurrent }, ...entries];
}

/** Tells who the viewer really is, which post is viewed and until when (AU-R26). */
async function viewOf(tx: Tx) {
  const { seenBy, sessionId, userId } = tx.actor;
  if (!seenBy) return null;
  const view = await db(tx)
    .selectFrom("viewAs")
    .select(["membershipId", "expiresAt as endsAt"])
    .where("sessionId", "=", sessionId)
    .where("leftAt", "is", null)
    .executeTakeFirstOrThrow();
  const posts = await effectivePosts(tx, userId);
  const post = postName(posts.filter(({ membershipId }) => membershipId === view.membershipId));
  return { viewerName: seenBy.name, post, endsAt: view.endsAt };
}

async function requireMe(tx: Tx) {
  if (tx.actor.seenBy) return requireSeen(tx);
  const row = await db(tx)
    .selectFrom("appUser as u")
    .innerJoin("session as s", "s.userId", "u.id")
    .select(["u.id", "u.userName", "u.mobilePhone", "u.boolAdmin", "u.mustChangePwd", "u.pwdUpdatedAt", "s.restricted"])
    .where("s.id", "=", tx.actor.sessionId)
    .executeTakeFirst();
  if (!row) throw commonErrors.notFound();
  return row;
}

/** Loads the viewed person, because the session belongs to the viewer. */
async function requireSeen(tx: Tx) {
  const row = await db(tx)
    .selectFrom("appUser")
    .select(["id", "userName", "mobilePhone", "boolAdmin", "mustChangePwd", "pwdUpdatedAt"])
    .where("id", "=", tx.actor.userId)
    .executeTakeFirstOrThrow();
  return { ...row, restricted: false };
}
