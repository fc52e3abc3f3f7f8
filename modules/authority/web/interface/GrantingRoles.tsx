import { GrantingRole, getRole, type InterfaceDetail } from "@ops/authority/contract";
import { DotText, PlainTable, tableColumnsOf, useMay } from "@ops/platform/web";
import { Link } from "react-router";
import { addressOfRole } from "../role/address-of-role.ts";

type Props = Pick<InterfaceDetail, "roles" | "roleCount" | "otherRoleCount">;

/** Lists the roles that grant the code of the interface, and which of them exclude it. */
export function GrantingRoles({ roles, roleCount, otherRoleCount }: Props) {
  const may = useMay();
  if (roleCount === null) return <p className="interface-hint">该接口不需要权限点，不经过角色授权</p>;
  if (roles.length + otherRoleCount === 0)
    return <p className="interface-hint">还没有角色授予该权限点，只有管理员可以调用</p>;
  return (
    <PlainTable
      pageSize={20}
      rows={roles}
      empty="授权的角色都不在您的可见范围内"
      {...(otherRoleCount > 0 ? { footer: () => `其他角色 ${otherRoleCount} 个，不在您的可见范围内` } : {})}
      columns={tableColumnsOf(GrantingRole, {
        name: ({ id, name }) => (may(getRole) ? <Link to={addressOfRole(id)}>{name}</Link> : name),
        people: 100,
        isExcluded: {
          width: 120,
          as: ({ isExcluded }) => (
            <DotText tone={isExcluded ? "off" : "good"} text={isExcluded ? "已排除" : "可调用"} />
          ),
        },
      })}
    />
  );
}
