import type { ChoiceControl, ChoicesControl } from "@ops/platform/web";
import { TreeSelect } from "antd";
import { useState } from "react";
import { type TreeLine, treeLines } from "./tree-nodes.ts";
import { useOrganizationTree } from "./use-organization-tree.ts";

/** Chooses one organisation of those in reach, by the tree or by typing name, code, pinyin or initials. */
export function OrganizationSelect({ value, onChange, ...control }: ChoiceControl & { readonly label?: string }) {
  const look = useTreeLook(control);
  return (
    <TreeSelect<string | null, TreeLine>
      {...look}
      value={value ?? null}
      onChange={(chosen, labels) => onChange?.(chosen ?? null, String(labels[0] ?? ""))}
    />
  );
}

export function OrganizationSelectMany({ value, onChange, ...control }: ChoicesControl) {
  const look = useTreeLook(control);
  return (
    <TreeSelect<string[], TreeLine>
      {...look}
      multiple
      value={[...(value ?? [])]}
      onChange={(chosen) => onChange?.(chosen)}
    />
  );
}

interface Look {
  readonly id?: string;
  readonly disabled?: boolean;
  /** The accessible name, for places where no form gives a label. */
  readonly label?: string;
}

function useTreeLook({ id, disabled = false, label }: Look) {
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const tree = useOrganizationTree(search);
  const tops = tree.loaded.filter(({ parentId }) => parentId === null).map((node) => node.id);
  const expanded = search.trim() === "" ? (opened ?? tops) : tree.nodes.map((node) => node.id);
  return {
    ...(id ? { id } : {}),
    ...(label ? { "aria-label": label } : {}),
    disabled,
    className: "form-wide",
    allowClear: true,
    placeholder: `请选择${label ?? "组织"}`,
    treeData: treeLines(tree.nodes),
    fieldNames: { value: "key", label: "title", children: "children" },
    showSearch: { searchValue: search, onSearch: setSearch, filterTreeNode: false, autoClearSearchValue: true },
    treeExpandedKeys: [...expanded],
    onTreeExpand: (keys: readonly (string | number | bigint)[]) => setOpened(keys.map(String)),
    loadData: ({ key }: { key?: unknown }) => tree.open(String(key)),
    listHeight: 320,
    loading: tree.isLoading,
    notFoundContent: tree.failure ?? (tree.isLoading ? "加载中…" : "没有符合的组织"),
  };
}
