import { TreeSelect } from "antd";
import { useState } from "react";
import { type TreeLine, treeLines } from "./tree-nodes.ts";
import { useOrganizationTree } from "./use-organization-tree.ts";

interface Props {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
  readonly label: string;
}

/** Chooses one organisation of the tree, found by name, code or pinyin initials. */
export function OrganizationPicker({ id, value = null, onChange, label }: Props) {
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const tree = useOrganizationTree(search);
  const isSearching = search.trim() !== "";
  const tops = tree.loaded.filter(({ parentId }) => parentId === null).map(({ id: top }) => top);
  const expanded = isSearching ? tree.nodes.map((node) => node.id) : (opened ?? tops);
  return (
    <TreeSelect<string | null, TreeLine>
      {...(id ? { id } : {})}
      className="form-wide"
      aria-label={label}
      allowClear
      placeholder={`请选择${label}`}
      treeData={treeLines(tree.nodes)}
      fieldNames={{ value: "key", label: "title", children: "children" }}
      showSearch={{ searchValue: search, onSearch: setSearch, filterTreeNode: false, autoClearSearchValue: true }}
      treeExpandedKeys={[...expanded]}
      onTreeExpand={(keys) => setOpened(keys.map(String))}
      loadData={({ key }) => tree.open(String(key))}
      listHeight={320}
      loading={tree.isLoading}
      notFoundContent="没有符合的组织"
      value={value}
      onChange={(chosen) => onChange?.(chosen ?? null)}
    />
  );
}
