import { getMenuTree, type Menu, WHOLE_TREE_LIMIT } from "@ops/authority/contract";
import { useEndpoint, useLive, usePinyin } from "@ops/platform/web";
import { useMemo, useState } from "react";
import { type MenuRow, rowsOf, searched } from "./menu-rows.ts";
import type { MenuTree } from "./sort/use-menu-sort.ts";

/** The menus as the page shows them, with the search applied and groups open or closed. */
export interface MenuRows {
  readonly tree: MenuTree | null;
  readonly nodes: readonly Menu[];
  readonly rows: readonly MenuRow[];
  readonly failure: string | null;
  readonly isSearching: boolean;
  /** Keys of the closed groups. */
  readonly closed: ReadonlySet<string>;
  readonly groups: readonly string[];
  refresh(): void;
  search(typed: string): void;
  fold(key: string, isOpen: boolean): void;
  toggleAll(): void;
}

const none: readonly Menu[] = [];

export function useMenuRows(): MenuRows {
  const tree = useEndpoint(getMenuTree, {});
  const [typed, search] = useState("");
  const match = usePinyin(typed);
  const [folded, setFolded] = useState<ReadonlySet<string> | null>(null);
  const refresh = () => void tree.refetch();
  useLive("perm.changed", refresh); // another administrator may have moved something

  const nodes = tree.data?.nodes ?? none;
  const rows = useMemo(() => rowsOf(searched(nodes, typed, match)), [nodes, typed, match]);
  const groups = useMemo(() => nodes.filter(({ kind }) => kind === "GROUP").map(({ key }) => key), [nodes]);
  // a large tree starts closed, so that rows are rendered only when their group is opened
  const closed = useMemo(
    () => folded ?? new Set(nodes.length > WHOLE_TREE_LIMIT ? groups : []),
    [folded, nodes.length, groups],
  );
  const fold = (key: string, isOpen: boolean) => {
    const next = new Set(closed);
    if (isOpen) next.delete(key);
    else next.add(key);
    setFolded(next);
  };

  return {
    nodes,
    rows,
    groups,
    closed,
    refresh,
    search,
    fold,
    tree: tree.data ?? null,
    failure: tree.error?.message ?? null,
    isSearching: typed.trim() !== "",
    toggleAll: () => setFolded(new Set(closed.size > 0 ? [] : groups)),
  };
}
