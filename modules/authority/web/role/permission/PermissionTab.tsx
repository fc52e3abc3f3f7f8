import type { Permission } from "@ops/authority/contract";
import { NotLoaded, usePinyin } from "@ops/platform/web";
import { Checkbox, Input, Skeleton } from "antd";
import { useMemo, useState } from "react";
import type { TabProps } from "../tab-props.ts";
import { IdleCodes, useRoleUsage } from "./IdleCodes.tsx";
import { PageTree } from "./PageTree.tsx";
import { PermissionTable } from "./PermissionTable.tsx";
import { ELSEWHERE, findNode, leavesOf, type PageNode, pageTree, prune } from "./permission-tree.ts";

/** Pages on the left, the codes of the selected page on the right. A search covers all pages. */
export function PermissionTab(props: TabProps) {
  const { catalogue, draft, role } = props;
  const [search, setSearch] = useState("");
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const match = usePinyin(search);
  const tree = useMemo(() => pageTree(catalogue.pages, catalogue.permissions), [catalogue]);

  const { usage, lastUsed } = useRoleUsage(role.id);
  if (catalogue.failure) return <NotLoaded reason={catalogue.failure} onRetry={catalogue.retry} />;
  if (catalogue.loading) return <Skeleton active paragraph={{ rows: 8 }} />;

  const typed = search.trim();
  const changed = (code: string) => draft.permissionCodes.includes(code) !== role.draft.permissionCodes.includes(code);
  const fits = ({ code, name, menuKey }: Permission) =>
    (!onlyChanged || changed(code)) &&
    (typed === "" ||
      code.toLowerCase().includes(typed.toLowerCase()) ||
      Boolean(match(name, typed)) ||
      (menuKey !== null && Boolean(match(catalogue.pageName(menuKey), typed))));
  const narrowed = typed !== "" || onlyChanged;
  const found = narrowed ? catalogue.permissions.filter(fits) : catalogue.permissions;
  const homeOf = ({ menuKey }: Permission) => (menuKey !== null && findNode(tree, menuKey) ? menuKey : ELSEWHERE);
  const titled = catalogue.pages.filter(({ title }) => typed !== "" && match(title, typed)).map(({ key }) => key);
  const wanted = new Set([...found.map(homeOf), ...(onlyChanged ? [] : titled)]);
  const shownTree = narrowed ? prune(tree, wanted) : tree;
  const at =
    shownNode(shownTree, chosen) ??
    (narrowed ? shownTree[0] : firstHeld(shownTree, role.draft.menuKeys, new Set(found.map(homeOf))));
  const places = new Set(at ? leavesOf(at) : []);
  const listed = narrowed && chosen === null ? found : found.filter((permission) => places.has(homeOf(permission)));

  return (
    <div className="role-permissions">
      <div className="role-permissions-pages">
        <Input.Search
          aria-label="搜索页面或权限点"
          allowClear
          placeholder="页面、权限点，支持拼音"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            setChosen(null);
          }}
        />
        <Checkbox checked={onlyChanged} onChange={({ target }) => setOnlyChanged(target.checked)}>
          只看本次变更
        </Checkbox>
        <IdleCodes {...props} usage={usage} />
        <PageTree {...props} tree={shownTree} expandAll={narrowed} chosen={at?.key ?? null} onChoose={setChosen} />
      </div>
      <PermissionTable
        {...props}
        title={titleOf(at, narrowed && chosen === null)}
        permissions={listed}
        lastUsed={lastUsed}
      />
    </div>
  );
}

function shownNode(tree: readonly PageNode[], chosen: string | null): PageNode | undefined {
  return chosen === null ? undefined : findNode(tree, chosen);
}

/** The page that is selected first: one that the role already has, preferably with codes. */
function firstHeld(tree: readonly PageNode[], held: readonly string[], coded: ReadonlySet<string>) {
  const pages = tree.flatMap(leavesOf).filter((leaf) => held.includes(leaf));
  const key = pages.find((page) => coded.has(page)) ?? pages[0];
  return (key === undefined ? undefined : findNode(tree, key)) ?? tree[0];
}

function titleOf(node: PageNode | undefined, isSearch: boolean): string {
  return isSearch ? "符合条件的权限点" : `${node?.title ?? ""}的权限点`;
}
