import { type OrganizationNode, organizationTree } from "@ops/authority/contract";
import { call, useEndpoint, useLive, usePaused, usePinyin } from "@ops/platform/web";
import { useDeferredValue, useMemo, useState } from "react";
import { searchedNodes } from "./tree-nodes.ts";

export interface OrganizationTreeState {
  /** The nodes to show: all that are loaded, or those that the search found. */
  readonly nodes: readonly OrganizationNode[];
  /** All nodes that are loaded, regardless of the search. */
  readonly loaded: readonly OrganizationNode[];
  readonly isLoading: boolean;
  readonly failure: string | null;
  retry(): void;
  /** Loads the children of a node that is opened for the first time. */
  open(id: string): Promise<void>;
}

/**
 * The tree as far as it is needed: whole while it is small, else level by level (AU-R44). A whole tree is searched here,
 * a large one by the server, both by name, code, pinyin or initials.
 */
export function useOrganizationTree(search: string): OrganizationTreeState {
  const base = useEndpoint(organizationTree, { query: {} }, { silent: true });
  const [below, setBelow] = useState<ReadonlyMap<string, readonly OrganizationNode[]>>(new Map());
  const match = usePinyin(search);
  const complete = base.data?.complete ?? true;
  const asked = usePaused(complete ? "" : search.trim());
  const query = asked === "" ? {} : { keyword: asked };
  const found = useEndpoint(organizationTree, { query }, { enabled: asked !== "", keepPrevious: true, silent: true });
  const typed = useDeferredValue(search);

  const load = async (parentId: string) => {
    const answer = await call(organizationTree, { query: { parentId } }, { silent: true });
    if (answer.success) setBelow((known) => new Map(known).set(parentId, answer.data.nodes));
  };
  const refresh = () => {
    void base.refetch();
    for (const parentId of below.keys()) void load(parentId);
  };
  useLive("perm.changed", refresh); // every change of the tree also changes rights, so this message tells of both

  const loaded = useMemo(
    () => unique([...(base.data?.nodes ?? []), ...[...below.values()].flat()]),
    [base.data, below],
  );
  const nodes = useMemo(() => {
    if (complete) return searchedNodes(loaded, typed, match);
    return asked === "" ? loaded : (found.data?.nodes ?? []);
  }, [complete, loaded, typed, match, asked, found.data]);

  return {
    nodes,
    loaded,
    isLoading: base.isPending || (asked !== "" && found.isPending),
    failure: base.error?.message ?? null,
    retry: refresh,
    open: async (id) => {
      const isKnown = loaded.some(({ parentId }) => parentId === id);
      if (!complete && !isKnown) await load(id);
    },
  };
}

function unique(nodes: readonly OrganizationNode[]): OrganizationNode[] {
  return [...new Map(nodes.map((node) => [node.id, node])).values()];
}
