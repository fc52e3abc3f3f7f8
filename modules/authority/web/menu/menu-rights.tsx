import { getRole, HoldingRole, MenuDetail, riskNames } from "@ops/authority/contract";
import { DotText, PlainTable, tableColumnsOf, useMay } from "@ops/platform/web";
import { Link } from "react-router";
import { addressOfRole } from "../role/address-of-role.ts";

/** Lists the codes of the page with their calls. They are read-only, because the release declares them. */
export function PagePermissions({ permissions }: Pick<MenuDetail, "permissions">) {
  if (permissions.length === 0) return <p className="menu-hint">该页面还没有权限点</p>;
  return (
    <PlainTable
      rowKey="code"
      rows={permissions}
      columns={tableColumnsOf(MenuDetail.shape.permissions.element, {
        code: 230,
        name: true,
        risk: { width: 80, as: ({ risk }) => <DotText tone={tones[risk]} text={riskNames[risk]} /> },
        interfaces: {
          width: 0,
          wraps: true,
          as: ({ interfaces }) =>
            interfaces.map(({ method, path }) => (
              <code key={`${method} ${path}`} className="menu-interface">
                {method} {path}
              </code>
            )),
        },
      })}
    />
  );
}

const tones = { LOW: "neutral", MED: "active", HIGH: "warn", CRITICAL: "bad" } as const;

export function HeldByRoles({ roles }: Pick<MenuDetail, "roles">) {
  const may = useMay();
  if (roles.length === 0) return <p className="menu-hint">没有您可见的角色拥有该菜单</p>;
  return (
    <PlainTable
      rows={roles}
      columns={tableColumnsOf(HoldingRole, {
        name: ({ id, name }) => (may(getRole) ? <Link to={addressOfRole(id)}>{name}</Link> : name),
        code: true,
        memberCount: true,
        status: 90,
      })}
    />
  );
}
