import { ApartmentOutlined, WarningOutlined } from "@ant-design/icons";
import type { OrganizationNode } from "@ops/authority/contract";
import { Note, useElementSize, useListFilter } from "@ops/platform/web";
import { Button, Input, Skeleton, Switch, Tree } from "antd";
import { useRef, useState } from "react";
import { treeLines } from "../../organization/tree-nodes.ts";
import { useOrganizationTree } from "../../organization/use-organization-tree.ts";

/** Chooses the organisation for the list beside it. A second click on it removes the filter. */
export function OrganizationFilter({ list, note = "" }: { readonly list: string; readonly note?: string }) {
  const [search, setSearch] = useState("");
  const [chosen, choose] = useListFilter(list, "organizationId");
  const [without, setWithout] = useListFilter(list, "withChildren");
  const tree = useOrganizationTree(search);

  return (
    <aside className="list-panel user-tree" aria-label="按组织查看">
      <header>
        <Input
          allowClear
          placeholder="搜索组织"
          aria-label="搜索组织"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <span>
          含下级
          <Switch
            aria-label="含下级"
            size="small"
            checked={without !== "0"}
            onChange={(on) => setWithout(on ? "" : "0")}
          />
        </span>
      </header>
      {tree.failure !== null && tree.loaded.length === 0 ? (
        <Note
          role="alert"
          icon={<WarningOutlined />}
          sentence="组织加载失败"
          hint={tree.failure}
          action={<Button onClick={tree.retry}>重试</Button>}
        />
      ) : tree.isLoading && tree.nodes.length === 0 ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : tree.nodes.length === 0 ? (
        <Note icon={<ApartmentOutlined />} sentence="没有符合的组织" />
      ) : (
        <Branches tree={tree} isSearching={search.trim() !== ""} chosen={chosen} onChoose={choose} />
      )}
      <footer>组织旁为在任人数，含下级。{note}</footer>
    </aside>
  );
}

interface BranchesProps {
  readonly tree: ReturnType<typeof useOrganizationTree>;
  readonly isSearching: boolean;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

function Branches({ tree, isSearching, chosen, onChoose }: BranchesProps) {
  const host = useRef<HTMLDivElement>(null);
  const { height } = useElementSize(host);
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const tops = tree.nodes.filter(({ parentId }) => parentId === null).map(({ id }) => id);
  const expanded = isSearching ? tree.nodes.map(({ id }) => id) : (opened ?? tops);

  return (
    <div className="user-tree-branches" ref={host}>
      <Tree
        blockNode
        height={Math.max(height, 200)}
        itemHeight={28}
        treeData={treeLines(tree.nodes)}
        selectedKeys={chosen ? [chosen] : []}
        expandedKeys={[...expanded]}
        onExpand={(keys) => setOpened(keys.map(String))}
        loadData={({ key }) => tree.open(String(key))}
        onSelect={(_keys, { node }) => onChoose(node.key === chosen ? "" : node.key)}
        titleRender={({ node }) => <Branch node={node} />}
      />
    </div>
  );
}

function Branch({ node: { name, status, ownPeople, totalPeople } }: { readonly node: OrganizationNode }) {
  return (
    <span className="user-tree-node" data-off={status === "DISABLED"} title={name}>
      <b>{name}</b>
      <small title={`本组织 ${ownPeople} 人，含下级 ${totalPeople} 人`}>{totalPeople}</small>
    </span>
  );
}
