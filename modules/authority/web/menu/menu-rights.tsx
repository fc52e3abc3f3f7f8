import { getRole, type MenuDetail, riskNames } from "@ops/authority/contract";
import { DotText, useMay } from "@ops/platform/web";
import { Table } from "antd";
import { Link } from "react-router";
import { addressOfRole } from "../role/address-of-role.ts";

/** The codes of the page with the calls they open; declared by the release, so nothing to edit here. */
export function PagePermissions({ permissions }: Pick<MenuDetail, "permissions">) {
  if (permissions.length === 0) return <p className="menu-hint">该页面还没有权限点</p>;
  return (
    <Table
      rowKey="code"
      size="small"
      pagination={false}
      dataSource={permissions}
      columns={[
        { title: "权限点", dataIndex: "code", width: 230 },
        { title: "名称", dataIndex: "name", ellipsis: true },
        {
          title: "风险",
          key: "risk",
          width: 80,
          render: (_value, { risk }) => <DotText tone={tones[risk]} text={riskNames[risk]} />,
        },
        {
          title: "接口",
          key: "interfaces",
          render: (_value, { interfaces }) =>
            interfaces.map(({ method, path }) => (
              <code key={`${method} ${path}`} className="menu-interface">
                {method} {path}
              </code>
            )),
        },
      ]}
    />
  );
}

const tones = { LOW: "neutral", MED: "active", HIGH: "warn", CRITICAL: "bad" } as const;

export function HeldByRoles({ roles }: Pick<MenuDetail, "roles">) {
  const may = useMay();
  if (roles.length === 0) return <p className="menu-hint">没有您可见的角色拥有该菜单</p>;
  return (
    <Table
      rowKey="id"
      size="small"
      pagination={false}
      dataSource={roles}
      columns={[
        {
          title: "角色",
          key: "name",
          render: (_value, { id, name }) => (may(getRole) ? <Link to={addressOfRole(id)}>{name}</Link> : name),
        },
        { title: "编码", dataIndex: "code" },
        { title: "人数", dataIndex: "memberCount", width: 90, align: "right" },
        {
          title: "状态",
          key: "status",
          width: 90,
          render: (_value, { status }) =>
            status === "ENABLED" ? <DotText tone="good" text="启用" /> : <DotText tone="off" text="停用" />,
        },
      ]}
    />
  );
}
