import { confirm } from "@ops/platform/web";
import { Empty, Tree } from "antd";
import type { TabProps } from "../tab-props.ts";
import { ELSEWHERE, findNode, leavesOf, type PageNode, treeTicks } from "./permission-tree.ts";
import { codesOf, dependantsOf, withoutPages, withPages } from "./ticks.ts";

interface Props extends TabProps {
  readonly tree: readonly PageNode[];
  readonly expandAll: boolean;
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
}

const HEIGHT = 460;

export function PageTree({ tree, expandAll, chosen, onChoose, draft, catalogue, readOnly, onChange }: Props) {
  const { permissions } = catalogue;
  if (tree.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合条件的页面" />;

  const tick = async (key: string, isTicked: boolean) => {
    const node = findNode(tree, key);
    if (!node) return;
    const pages = leavesOf(node);
    if (isTicked) return onChange(withPages(draft, pages, permissions));
    const dependants = dependantsOf(draft, codesOf(pages, permissions), permissions);
    const names = dependants.map(({ name }) => name).join("、");
    if (names && !(await confirm({ title: "其他权限点依赖它们", content: `将一并取消：${names}` }))) return;
    onChange(withoutPages(draft, pages, permissions));
  };
  const nodes = (list: readonly PageNode[]): TreeNode[] =>
    list.map(({ key, title, children }) => ({
      key,
      title,
      children: nodes(children),
      disableCheckbox: readOnly,
      checkable: key !== ELSEWHERE,
    }));

  return (
    <Tree
      key={String(expandAll)}
      aria-label="页面"
      checkable
      checkStrictly
      blockNode
      height={HEIGHT}
      defaultExpandAll={expandAll}
      defaultExpandedKeys={chosen === null ? [] : [chosen]}
      defaultExpandParent
      treeData={nodes(tree)}
      checkedKeys={treeTicks(tree, draft, permissions)}
      selectedKeys={chosen === null ? [] : [chosen]}
      onSelect={(_keys, { node }) => onChoose(String(node.key))}
      onCheck={(_keys, { node, checked }) => void tick(String(node.key), checked)}
    />
  );
}

interface TreeNode {
  key: string;
  title: string;
  children: TreeNode[];
  disableCheckbox: boolean;
  checkable: boolean;
}
