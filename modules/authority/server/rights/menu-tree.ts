import { type MenuNode, NOT_OPEN_YET } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";

interface MenuRow {
  readonly key: string;
  readonly title: string;
  readonly path: string;
  readonly parentKey: string | null;
  readonly component: string | null;
  readonly isHidden: boolean;
  readonly keepAlive: boolean;
  readonly kind: "GROUP" | "PAGE" | "LINK";
  readonly openStatus: "OPEN" | "COMING";
}

/** The pages that are granted and their ancestors; hidden ones too, the sidebar decides (PF-R69). `"all"` for a boolAdmin. */
export async function menuTree(tx: Tx, granted: ReadonlySet<string> | "all"): Promise<MenuNode[]> {
  const rows: MenuRow[] = await db(tx)
    .selectFrom("menu")
    .select(["key", "title", "path", "parentKey", "component", "isHidden", "keepAlive", "kind", "openStatus"])
    .where("status", "=", "ENABLED")
    .orderBy("sort")
    .orderBy("key")
    .execute();
  const children = Map.groupBy(rows, (row) => row.parentKey);
  return nodesBelow(null, children, granted);
}

/** From the root down, so that what lies below a disabled node is not shown either (AU-R28). */
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

/** A page that is not open yet is shown and opens the notice instead (AU-R40); a link opens its address. */
function componentOf({ kind, openStatus, component, path }: MenuRow): string {
  if (kind === "GROUP") return "";
  if (openStatus === "COMING") return NOT_OPEN_YET;
  return kind === "LINK" ? path : (component ?? "");
}
