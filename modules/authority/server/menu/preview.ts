import type { MenuNode } from "@ops/platform/contract";
import { reads, requireRecord, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { users } from "../person/tables.ts";
import { compileRights } from "../rights/compile.ts";
import { menuTree } from "../rights/menu-tree.ts";
import { effectivePosts } from "../rights/posts.ts";
import { requireRole } from "../role/visible.ts";

/** The menu as holders of a role, or as a person in all posts together, would get it (AU-R40). */
export const previewMenus = reads(contract.previewMenus, async (tx, { query }) => {
  if (query.userId !== undefined) return menuOfUser(tx, query.userId);
  const role = await requireRole(tx, query.roleId ?? "");
  return menuTree(tx, new Set(role.menuKeys));
});

async function menuOfUser(tx: Tx, userId: string): Promise<MenuNode[]> {
  const user = await requireRecord(tx, users, userId); // people outside the scope do not exist for the reader
  if (user.boolAdmin) return menuTree(tx, "all");
  const posts = await effectivePosts(tx, userId);
  const { menuKeys } = await compileRights(
    tx,
    userId,
    posts.map((post) => post.organizationId),
  );
  return menuTree(tx, menuKeys);
}
