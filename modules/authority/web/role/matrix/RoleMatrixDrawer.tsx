import { getRoleMatrix, type Permission, riskNames, roleMatrixSheet } from "@ops/authority/contract";
import { ExportButton, NotLoaded, useClosing, useEndpoint, usePinyin } from "@ops/platform/web";
import { Checkbox, Drawer, Empty, Input, Skeleton } from "antd";
import { useState } from "react";
import { useCatalogue } from "../use-catalogue.ts";
import { HeatTable } from "./HeatTable.tsx";
import { heatLevels, scopeMarks } from "./heat.ts";

/** A matrix of roles and codes with scopes and risks. */
export function RoleMatrixDrawer({ onClose }: { readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const [search, setSearch] = useState("");
  const [onlyHeld, setOnlyHeld] = useState(true);
  const catalogue = useCatalogue();
  const match = usePinyin(search);
  const { data, error, refetch } = useEndpoint(getRoleMatrix, {}, { silent: true });
  const roles = data?.roles ?? [];
  const typed = search.trim();
  const held = new Set(roles.flatMap(({ permissionCodes }) => permissionCodes));
  const fits = ({ code, name, menuKey }: Permission) =>
    (!onlyHeld || held.has(code)) &&
    (typed === "" ||
      code.includes(typed) ||
      Boolean(match(name, typed)) ||
      (menuKey !== null && Boolean(match(catalogue.pageName(menuKey), typed))));
  const codes = catalogue.permissions.filter(fits);

  return (
    <Drawer
      title="角色权限矩阵"
      size="94%"
      {...drawer}
      styles={{ body: { display: "flex", flexDirection: "column", gap: 12 } }}
    >
      <div className="role-interfaces-head">
        <Input.Search
          aria-label="搜索权限点"
          allowClear
          placeholder="权限点、页面，支持拼音"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Checkbox checked={onlyHeld} onChange={({ target }) => setOnlyHeld(target.checked)}>
          只看已授予的权限点
        </Checkbox>
        <span className="role-hint">
          {roles.length} 个角色 × {codes.length} 个权限点
        </span>
        <Legend />
        <ExportButton sheet={roleMatrixSheet} query={{}} />
      </div>
      {error && <NotLoaded reason={error.message} onRetry={() => void refetch()} />}
      {!error && (!data || catalogue.loading) && <Skeleton active paragraph={{ rows: 12 }} />}
      {data && !catalogue.loading && codes.length === 0 && <Empty description="没有符合条件的权限点" />}
      {data && codes.length > 0 && <HeatTable roles={roles} codes={codes} pageName={catalogue.pageName} />}
    </Drawer>
  );
}

function Legend() {
  return (
    <span className="role-heat-legend">
      {heatLevels.map((risk) => (
        <span key={risk}>
          <i className="role-heat" data-risk={risk} /> {riskNames[risk]}
        </span>
      ))}
      {Object.values(scopeMarks).map(({ mark, name }) => (
        <span key={mark}>
          {mark} {name}
        </span>
      ))}
    </span>
  );
}
