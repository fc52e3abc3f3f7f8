import { listRoles, organizationTree } from "@ops/authority/contract";
import { type AudienceInputProps, useEndpoint, useMay } from "@ops/platform/web";
import { Select, TreeSelect } from "antd";
import { useState } from "react";
import { treeLines } from "../organization/tree-nodes.ts";
import { useOrganizationTree } from "../organization/use-organization-tree.ts";

const MOST_ROLES = 100;

/** Whom an announcement is for: organisations of the tree, or roles. */
export default function AudienceInput({ of, ...rest }: AudienceInputProps) {
  const may = useMay();
  const needs = of === "ORGS" ? organizationTree : listRoles;
  if (!may(needs))
    return <span className="home-hint">您没有查看{of === "ORGS" ? "组织" : "角色"}的权限，无法选择</span>;
  return of === "ORGS" ? <Organizations {...rest} /> : <Roles {...rest} />;
}

type Props = Omit<AudienceInputProps, "of">;

function Organizations({ id, value = [], onChange }: Props) {
  const [search, setSearch] = useState("");
  const tree = useOrganizationTree(search);
  const tops = tree.loaded.filter(({ parentId }) => parentId === null).map((node) => node.id);
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const expanded = search.trim() === "" ? (opened ?? tops) : tree.nodes.map((node) => node.id);
  return (
    <TreeSelect
      {...(id ? { id } : {})}
      className="form-wide"
      multiple
      allowClear
      placeholder="请选择组织"
      loading={tree.isLoading}
      showSearch={{ filterTreeNode: false, searchValue: search, onSearch: setSearch }}
      treeData={treeLines(tree.nodes)}
      fieldNames={{ label: "title", value: "key" }}
      treeExpandedKeys={[...expanded]}
      onTreeExpand={(keys) => setOpened(keys.map(String))}
      loadData={({ key }) => tree.open(String(key))}
      value={[...value]}
      onChange={(ids: string[]) => onChange?.(ids)}
    />
  );
}

function Roles({ id, value = [], onChange }: Props) {
  const query = { pageSize: MOST_ROLES, status: "ENABLED" } as const;
  const answer = useEndpoint(listRoles, { query }, { silent: true });
  return (
    <Select
      {...(id ? { id } : {})}
      className="form-wide"
      mode="multiple"
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      placeholder="请选择角色"
      loading={answer.isPending}
      options={(answer.data?.list ?? []).map((role) => ({ value: role.id, label: role.name }))}
      value={[...value]}
      onChange={(ids: string[]) => onChange?.(ids)}
    />
  );
}
