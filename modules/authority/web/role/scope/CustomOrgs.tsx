import { organizationTree } from "@ops/authority/contract";
import { call, useEndpoint, useMay } from "@ops/platform/web";
import { Alert, Switch, TreeSelect } from "antd";
import { useState } from "react";
import type { TabProps } from "../tab-props.ts";

interface Choice {
  readonly id: string;
  readonly pId: string | null;
  readonly value: string;
  readonly title: string;
  readonly isLeaf: boolean;
}

/** The organisations of a CUSTOM scope, each with or without those below it. */
export function CustomOrgs({ role, draft, readOnly, onChange }: TabProps) {
  const { choices, load } = useOrganizations();
  const nameOf = (id: string) =>
    choices.find(({ value }) => value === id)?.title ?? role.customOrgNames[id] ?? "未知组织";
  const choose = (ids: readonly string[]) => {
    const before = new Map(draft.customOrgs.map((place) => [place.orgId, place]));
    onChange({ ...draft, customOrgs: ids.map((orgId) => before.get(orgId) ?? { orgId, withChildren: true }) });
  };
  const setChildren = (id: string, withChildren: boolean) =>
    onChange({
      ...draft,
      customOrgs: draft.customOrgs.map((place) => (place.orgId === id ? { ...place, withChildren } : place)),
    });

  return (
    <div className="role-custom">
      <TreeSelect<{ value: string; label: string }[], Choice>
        aria-label="自定义组织"
        className="form-wide"
        disabled={readOnly}
        labelInValue
        multiple
        treeDataSimpleMode
        showSearch={{ treeNodeFilterProp: "title" }}
        placeholder="请选择自定义组织"
        treeDefaultExpandedKeys={choices.flatMap(({ id, pId }) => (pId === null ? [id] : []))}
        treeData={[...choices]}
        loadData={({ value }) => load(String(value))}
        value={draft.customOrgs.map(({ orgId }) => ({ value: orgId, label: nameOf(orgId) }))}
        onChange={(chosen) => choose(chosen.map(({ value }) => value))}
      />
      {draft.customOrgs.length === 0 && <Alert type="warning" showIcon title="没有选择组织时不能保存" />}
      <ul hidden={draft.customOrgs.length === 0}>
        {draft.customOrgs.map(({ orgId, withChildren }) => (
          <li key={orgId}>
            {nameOf(orgId)}
            <Switch
              size="small"
              aria-label={`${nameOf(orgId)}含下级`}
              checkedChildren="含下级"
              unCheckedChildren="仅本级"
              disabled={readOnly}
              checked={withChildren}
              onChange={(checked) => setChildren(orgId, checked)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Loads the tree as far as it has been opened. */
function useOrganizations() {
  const enabled = useMay()(organizationTree);
  const { data } = useEndpoint(organizationTree, {}, { enabled, silent: true, staleTime: 60_000 });
  const [opened, setOpened] = useState<readonly Choice[]>([]);
  const first = (data?.nodes ?? []).map(choiceOf);
  const known = new Set(first.map(({ id }) => id));
  const load = async (parentId: string) => {
    if (data?.complete) return;
    const answer = await call(organizationTree, { query: { parentId } });
    if (!answer.success) return;
    const children = answer.data.nodes.map(choiceOf);
    setOpened((before) => [...before.filter(({ id }) => !children.some((child) => child.id === id)), ...children]);
  };
  return { choices: [...first, ...opened.filter(({ id }) => !known.has(id))], load };
}

function choiceOf(node: { id: string; parentId: string | null; name: string; hasChildren: boolean }): Choice {
  return { id: node.id, pId: node.parentId, value: node.id, title: node.name, isLeaf: !node.hasChildren };
}
