import { getRole, type InterfaceDetail } from "@ops/authority/contract";
import { DotText, useMay } from "@ops/platform/web";
import { Table } from "antd";
import { Link } from "react-router";
import { addressOfRole } from "../role/address-of-role.ts";

type Props = Pick<InterfaceDetail, "roles" | "roleCount" | "otherRoleCount">;

/** The roles that grant it through its code, and which of them leave it out. */
export function GrantingRoles({ roles, roleCount, otherRoleCount }: Props) {
  const may = useMay();
  if (roleCount === null) return <p className="interface-hint">该接口不需要权限点，不经过角色授权</p>;
  if (roles.length + otherRoleCount === 0)
    return <p className="interface-hint">还没有角色授予该权限点，只有管理员可以调用</p>;
  return (
    <Table
      rowKey="id"
      size="small"
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      dataSource={roles}
      locale={{ emptyText: "授权的角色都不在您的可见范围内" }}
      {...(otherRoleCount > 0 ? { footer: () => `其他角色 ${otherRoleCount} 个，不在您的可见范围内` } : {})}
      columns={[
        {
          title: "角色",
          key: "name",
          render: (_value, { id, name }) => (may(getRole) ? <Link to={addressOfRole(id)}>{name}</Link> : name),
        },
        { title: "人数", dataIndex: "people", width: 100, align: "right" },
        {
          title: "状态",
          key: "isExcluded",
          width: 120,
          render: (_value, { isExcluded }) => (
            <DotText tone={isExcluded ? "off" : "good"} text={isExcluded ? "已排除" : "可调用"} />
          ),
        },
      ]}
    />
  );
}
