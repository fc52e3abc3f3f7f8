import { type MenuNode, NOT_OPEN_YET } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";

type MenuRow = Awaited<ReturnType<typeof enabledMenus>>[number];

/**
 * Builds the tree of granted pages and their ancestors; `"all"` for administrators. Hidden pages are included, because
 * the sidebar hides them (PF-R69).
 */
export async function menuTree(tx: Tx, granted: ReadonlySet<string> | "all"): Promise<MenuNode[]> {
  const rows = await enabledMenus(tx);
  const children = Map.groupBy(rows, (row) => row.parentKey);
  return nodesBelow(null, children, granted);
}

function enabledMenus(tx: Tx) {
  return db(tx)
    .selectFrom("menu")
    .select(["key", "title", "path", "parentKey", "component", "isHidden", "keepAlive", "kind", "openStatus"])
    .where("status", "=", "ENABLED")
    .orderBy("sort")
    .orderBy("key")
    .execute();
}

/** Goes from the root down, so that nothing below a disabled node is shown (AU-R28). */
function nodesBelow(
  parentKey: string | null,
  children: ReadonlyMap<string | null, readonly MenuRow[]>,
  granted: ReadonlySet<string> | "all",
): MenuNode[] {
  return (children.get(parentKey) ?? []).flatMap((row) => {
    const below = nodesBelow(row.key, children, granted);
    const isGranted = granted === "all" || (row.kind !== "GROUP" && granted.has(row.key));
    return isGranted || below.length > 0 ? [nodeOf(row, below)] : [];
  });
}

function nodeOf(row: MenuRow, children: MenuNode[]): MenuNode {
  return {
    key: row.key,
    title: row.title,
    path: row.path,
    parentId: row.parentKey ?? "",
    children,
    isHidden: row.isHidden,
    component: componentOf(row),
    keepAlive: row.keepAlive,
  };
}

/** A page that is not open yet shows a notice instead (AU-R40); a link opens its address. */
function componentOf({ kind, openStatus, component, path }: MenuRow): string {
  if (kind === "GROUP") return "";
  if (openStatus === "COMING") return NOT_OPEN_YET;
  return kind === "LINK" ? path : (component ?? "");
}
