import type { MatrixRole, Permission } from "@ops/authority/contract";
import { useElementSize } from "@ops/platform/web";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { addressOfRole } from "../address-of-role.ts";
import { inSight, scopeMarks } from "./heat.ts";

const ROW = 30;
const COLUMN = 44;
const HEAD = 128;
const NAMES = 300;

interface Props {
  readonly roles: readonly MatrixRole[];
  readonly codes: readonly Permission[];
  readonly pageName: (key: string) => string;
}

/**
 * Renders only the visible part in both directions, so that hundreds of roles and thousands of codes cost no more than
 * one screen.
 */
export function HeatTable({ roles, codes, pageName }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useElementSize(box);
  const [scrolled, setScrolled] = useState({ top: 0, left: 0 });
  const rows = inSight(codes.length, ROW, scrolled.top, height);
  const columns = inSight(roles.length, COLUMN, scrolled.left, width);
  const shownRoles = roles.slice(columns.from, columns.to);

  return (
    <section
      ref={box}
      className="role-heat-box"
      aria-label="角色权限矩阵"
      onScroll={({ currentTarget }) => setScrolled({ top: currentTarget.scrollTop, left: currentTarget.scrollLeft })}
    >
      <div style={{ inlineSize: NAMES + roles.length * COLUMN, blockSize: HEAD + codes.length * ROW }}>
        <div className="role-heat-head" style={{ blockSize: HEAD }}>
          <div className="role-heat-corner" style={{ inlineSize: NAMES }}>
            权限点
          </div>
          {shownRoles.map((role, at) => (
            <div key={role.id} className="role-heat-role" style={{ insetInlineStart: left(columns.from + at) }}>
              <Link title={role.name} data-off={role.status === "DISABLED"} to={addressOfRole(role.id)}>
                {role.name}
              </Link>
            </div>
          ))}
        </div>
        {codes.slice(rows.from, rows.to).map((code, at) => (
          <div key={code.code} className="role-heat-row" style={{ insetBlockStart: HEAD + (rows.from + at) * ROW }}>
            <div className="role-heat-name" style={{ inlineSize: NAMES }} title={code.code}>
              {code.name}
              <span className="role-hint">{code.menuKey === null ? "" : pageName(code.menuKey)}</span>
            </div>
            {shownRoles.map((role, column) => (
              <Cell key={role.id} role={role} code={code} left={left(columns.from + column)} />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

const left = (column: number): number => NAMES + column * COLUMN;

function Cell({ role, code, left: at }: { role: MatrixRole; code: Permission; left: number }) {
  if (!role.permissionCodes.includes(code.code)) return null;
  const { mark, name } = scopeMarks[role.scopeOverrides[code.code] ?? role.dataScope];
  return (
    <span
      className="role-heat"
      data-risk={code.risk}
      style={{ insetInlineStart: at }}
      title={`${role.name} · ${code.name} · ${name}`}
    >
      {mark}
    </span>
  );
}
