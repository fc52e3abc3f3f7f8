import { TreeSelect } from "antd";
import { useState } from "react";
import { treeLines } from "../organization/tree-nodes.ts";
import { useOrganizationTree } from "../organization/use-organization-tree.ts";

interface Props {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (id: string | null, name: string) => void;
}

/** Chooses one organisation of those in reach, by the tree or by typing name, code or pinyin. */
export function OrganizationSelect({ id, value, onChange }: Props) {
  const [search, setSearch] = useState("");
  const tree = useOrganizationTree(search);
  return (
    <TreeSelect
      {...(id ? { id } : {})}
      className="form-wide"
      allowClear
      placeholder="请选择组织"
      loading={tree.isLoading}
      showSearch={{ filterTreeNode: false, searchValue: search, onSearch: setSearch }}
      treeData={treeLines(tree.nodes)}
      fieldNames={{ label: "title", value: "key" }}
      {...(search.trim() === "" ? {} : { treeExpandedKeys: tree.nodes.map((node) => node.id) })}
      loadData={({ key }) => tree.open(String(key))}
      value={value ?? null}
      onChange={(chosen: string | null | undefined, labels) => onChange?.(chosen ?? null, String(labels[0] ?? ""))}
    />
  );
}
