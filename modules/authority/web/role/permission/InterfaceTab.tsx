import { CalledInterface, callName, type RoleDraft } from "@ops/authority/contract";
import { NotLoaded, PlainTable, tableColumnsOf, usePinyin } from "@ops/platform/web";
import { Checkbox, Input, Skeleton, Switch } from "antd";
import { useState } from "react";
import type { TabProps } from "../tab-props.ts";
import type { Catalogue } from "../use-catalogue.ts";

interface Line extends CalledInterface {
  readonly id: string;
  readonly call: string;
  readonly code: string;
}

/** Lists the calls that the codes of the role allow. Single calls can be excluded (AU-R20). */
export function InterfaceTab({ catalogue, draft, readOnly, onChange }: TabProps) {
  const [search, setSearch] = useState("");
  const [onlyExcluded, setOnlyExcluded] = useState(false);
  const match = usePinyin(search);
  if (catalogue.failure) return <NotLoaded reason={catalogue.failure} onRetry={catalogue.retry} />;
  if (catalogue.loading) return <Skeleton active paragraph={{ rows: 8 }} />;

  const typed = search.trim();
  const lines = linesOf(catalogue, draft);
  const isExcluded = ({ id }: Line) => draft.excludedInterfaces.includes(id);
  const shown = lines.filter(
    (line) =>
      (!onlyExcluded || isExcluded(line)) &&
      (typed === "" || line.call.toLowerCase().includes(typed.toLowerCase()) || Boolean(match(line.name, typed))),
  );
  const exclude = (id: string, isOut: boolean) => {
    const others = draft.excludedInterfaces.filter((one) => one !== id);
    onChange({ ...draft, excludedInterfaces: isOut ? [...others, id] : others });
  };

  return (
    <>
      <div className="role-interfaces-head">
        <Input.Search
          aria-label="搜索接口"
          allowClear
          placeholder="路径、名称，支持拼音"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Checkbox checked={onlyExcluded} onChange={({ target }) => setOnlyExcluded(target.checked)}>
          只看已排除
        </Checkbox>
        <span className="role-hint">
          由权限点得出 {lines.length} 个接口，已排除 {lines.filter(isExcluded).length} 个
        </span>
      </div>
      <PlainTable<Line>
        scroll={{ y: 480 }}
        virtual={shown.length > 100}
        rows={shown}
        empty={lines.length === 0 ? "请先在「菜单与权限」中勾选权限点" : "没有符合条件的接口"}
        columns={[
          ...tableColumnsOf<typeof CalledInterface, Line>(CalledInterface, {
            path: { wraps: true, as: ({ call }) => <code className="role-call">{call}</code> },
            name: { width: 180, wraps: true },
          }),
          { title: "权限点", key: "code", width: 200, render: (_value, { code }) => catalogue.codeName(code) },
          {
            title: "排除",
            key: "excluded",
            width: 90,
            render: (_value, line) => (
              <Switch
                size="small"
                aria-label={`排除${line.name}`}
                disabled={readOnly}
                checked={isExcluded(line)}
                onChange={(isOut) => exclude(line.id, isOut)}
              />
            ),
          },
        ]}
      />
    </>
  );
}

function linesOf({ permissions, interfaceIds }: Catalogue, { permissionCodes }: RoleDraft): Line[] {
  const held = permissions.filter(({ code }) => permissionCodes.includes(code));
  return held.flatMap(({ code, interfaces }) =>
    interfaces.flatMap((one) => {
      const call = callName(one);
      const id = interfaceIds[call];
      return id === undefined ? [] : [{ ...one, id, call, code }];
    }),
  );
}
