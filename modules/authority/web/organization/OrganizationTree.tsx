import { ApartmentOutlined, FileSearchOutlined, SearchOutlined, WarningOutlined } from "@ant-design/icons";
import { createOrgChange, type OrganizationNode } from "@ops/authority/contract";
import { DictText, Note, useElementSize, useMay } from "@ops/platform/web";
import { Button, Input, Skeleton, Tree } from "antd";
import { useEffect, useRef, useState } from "react";
import { idsAbove, treeLines } from "./tree-nodes.ts";
import { useOrganizationTree } from "./use-organization-tree.ts";

interface Props {
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  /** Called when a node was dropped onto another one; nothing moves before the preview was seen. */
  readonly onMove: (source: OrganizationNode, target: OrganizationNode | null) => void;
}

export function OrganizationTree({ selectedId, onSelect, onMove }: Props) {
  const [search, setSearch] = useState("");
  const tree = useOrganizationTree(search);
  const first = tree.loaded[0]?.id;
  useEffect(() => {
    if (selectedId === null && first) onSelect(first);
  }, [selectedId, first, onSelect]);

  return (
    <aside className="org-panel org-side" aria-label="组织树">
      <header className="org-side-head">
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          placeholder="名称、编码或拼音首字母"
          aria-label="搜索组织"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </header>
      <TreeBody
        tree={tree}
        selectedId={selectedId}
        onSelect={onSelect}
        onMove={onMove}
        isSearching={search.trim() !== ""}
      />
    </aside>
  );
}

type BodyProps = Props & { readonly tree: ReturnType<typeof useOrganizationTree>; readonly isSearching: boolean };

function TreeBody({ tree, isSearching, selectedId, onSelect, onMove }: BodyProps) {
  const may = useMay();
  const host = useRef<HTMLDivElement>(null);
  const { height } = useElementSize(host);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const shown = isSearching ? tree.nodes.map(({ id }) => id) : withSelected(tree.loaded, opened, selectedId);
  const find = (id: string | number | bigint) => tree.nodes.find((node) => node.id === id);

  return (
    <div className="org-tree" ref={host}>
      {tree.failure !== null && tree.loaded.length === 0 ? (
        <Failed reason={tree.failure} onRetry={tree.retry} />
      ) : tree.isLoading && tree.nodes.length === 0 ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : tree.nodes.length === 0 ? (
        <Nothing isSearching={isSearching} />
      ) : (
        <Tree
          blockNode
          height={Math.max(height, 200)}
          itemHeight={30}
          treeData={treeLines(tree.nodes)}
          selectedKeys={selectedId ? [selectedId] : []}
          expandedKeys={[...shown]}
          onExpand={(keys, { node, expanded }) => {
            setOpened(keys.map(String));
            if (expanded) void tree.open(node.key);
          }}
          loadData={({ key }) => tree.open(key)}
          onSelect={(_keys, { node }) => onSelect(node.key)}
          draggable={may(createOrgChange) ? { icon: false, nodeDraggable: () => true } : false}
          onDrop={({ dragNode, node, dropToGap }) => {
            const target = dropToGap ? find(node.node.parentId ?? "") : node.node;
            onMove(dragNode.node, target ?? null);
          }}
          titleRender={({ node }) => <NodeTitle node={node} />}
        />
      )}
    </div>
  );
}

/** Opens the first levels and the path to the selected organisation. */
function withSelected(nodes: readonly OrganizationNode[], opened: readonly string[], selectedId: string | null) {
  if (opened.length > 0) return opened;
  const tops = nodes.filter(({ parentId }) => parentId === null).map(({ id }) => id);
  return [...new Set([...tops, ...(selectedId ? idsAbove(nodes, selectedId) : [])])];
}

function NodeTitle({ node }: { readonly node: OrganizationNode }) {
  const { name, code, type, status, ownPeople, totalPeople } = node;
  return (
    <span className="org-node" data-off={status === "DISABLED"} title={`${name}（${code}）`}>
      <b>{name}</b>
      <small>
        <DictText code="organization_type" value={type} />
      </small>
      {status === "DISABLED" && <em>停用</em>}
      <span className="org-node-count" title={`本组织 ${ownPeople} 人，含下级 ${totalPeople} 人`}>
        {ownPeople} / {totalPeople}
      </span>
    </span>
  );
}

function Failed({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  const action = <Button onClick={onRetry}>重试</Button>;
  return <Note role="alert" icon={<WarningOutlined />} sentence="组织加载失败" hint={reason} action={action} />;
}

function Nothing({ isSearching }: { readonly isSearching: boolean }) {
  return isSearching ? (
    <Note icon={<FileSearchOutlined />} sentence="没有符合的组织" hint="换个名称、编码或拼音首字母试试" />
  ) : (
    <Note icon={<ApartmentOutlined />} sentence="您的数据范围内没有组织" hint="请联系管理员调整数据范围" />
  );
}
