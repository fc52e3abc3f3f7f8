import { Permission, type ScopeKind, scopeKind } from "@ops/authority/contract";
import { PlainTable, tableColumnsOf, useDict } from "@ops/platform/web";
import { Radio, Select } from "antd";
import type { TabProps } from "../tab-props.ts";
import { CustomOrgs } from "./CustomOrgs.tsx";
import { ScopeCoverage } from "./ScopeCoverage.tsx";

const hints: Readonly<Record<ScopeKind, string>> = {
  ALL: "所有组织的数据",
  ORG_TREE: "任职组织及其全部下级",
  ORG: "仅任职组织",
  SELF: "仅本人负责或创建的数据",
  CUSTOM: "指定的组织，与任职组织无关",
};

/** Chooses the default scope of the role, and other scopes for single codes. */
export function ScopeTab(props: TabProps) {
  const { draft, readOnly, onChange } = props;
  const scopes = useDict("data_scope");
  const nameOf = (kind: ScopeKind) => scopes.find(kind)?.entryMeaning ?? kind;
  const usesCustom = [draft.dataScope, ...Object.values(draft.scopeOverrides)].includes("CUSTOM");

  return (
    <div className="role-scope">
      <h3 className="role-codes-title">默认数据范围</h3>
      <Radio.Group
        aria-label="默认数据范围"
        className="role-scope-kinds"
        disabled={readOnly}
        value={draft.dataScope}
        onChange={({ target }) => onChange({ ...draft, dataScope: scopeKind.parse(target.value) })}
        options={scopeKind.options.map((kind) => ({
          value: kind,
          label: (
            <>
              {nameOf(kind)} <span className="role-hint">{hints[kind]}</span>
            </>
          ),
        }))}
      />
      {usesCustom && <CustomOrgs {...props} />}
      <ScopeCoverage draft={draft} />
      <h3 className="role-codes-title">
        权限级数据范围
        <span className="role-hint">个别权限点可以与默认范围不同</span>
      </h3>
      <Overrides {...props} nameOf={nameOf} />
    </div>
  );
}

function Overrides({
  draft,
  catalogue,
  readOnly,
  onChange,
  nameOf,
}: TabProps & { nameOf: (kind: ScopeKind) => string }) {
  const held = catalogue.permissions.filter(({ code }) => draft.permissionCodes.includes(code));
  const set = (code: string, kind: ScopeKind | undefined) => {
    const { [code]: _before, ...others } = draft.scopeOverrides;
    onChange({ ...draft, scopeOverrides: kind ? { ...others, [code]: kind } : others });
  };
  const options = scopeKind.options.map((kind) => ({ value: kind, label: nameOf(kind) }));
  return (
    <PlainTable<Permission>
      rowKey="code"
      pageSize={20}
      rows={held}
      empty="请先在「菜单与权限」中勾选权限点"
      columns={[
        ...tableColumnsOf(Permission, {
          name: { title: "权限点", width: 220, wraps: true },
          code: { title: "编码", wraps: true, as: ({ code }) => <code className="role-code">{code}</code> },
          menuKey: { width: 160, as: ({ menuKey }) => (menuKey === null ? "-" : catalogue.pageName(menuKey)) },
        }),
        {
          title: "数据范围",
          key: "scope",
          width: 220,
          render: (_value, { code, name }) => (
            <Select<ScopeKind>
              aria-label={`${name}的数据范围`}
              className="form-wide"
              allowClear
              disabled={readOnly}
              placeholder={`跟随默认（${nameOf(draft.dataScope)}）`}
              options={options}
              value={draft.scopeOverrides[code] ?? null}
              onChange={(kind) => set(code, kind)}
            />
          ),
        },
      ]}
    />
  );
}
