import { editRegion, listManagedRegions, type ManagedRegion, regionStatuses } from "@ops/platform/contract";
import { Input, Select } from "antd";
import { useState } from "react";
import { useCall } from "../call/use-call.ts";
import { DotText } from "../dict/StateTag.tsx";
import { choicesOf } from "../form/input/choices.ts";
import type { PageAction } from "../list/action/actions.ts";
import { columnsOf } from "../list/column/columns-of.ts";
import { PagedTable } from "../list/PagedTable.tsx";
import { usePaged } from "../list/use-paged.ts";
import { AbolishRegionDialog, EditRegionDialog } from "./region-dialogs.tsx";

const levels = { 1: "省级", 2: "市级", 3: "区县" };

const columns = columnsOf(listManagedRegions, {
  code: 90,
  name: true,
  level: { width: 70, align: "left", as: ({ level }) => choicesOf(levels)[level - 1]?.label },
  parentName: 150,
  status: {
    width: 90,
    as: ({ status }) => <DotText tone={status === "VALID" ? "good" : "off"} text={regionStatuses[status]} />,
  },
  replacedBy: {
    width: 170,
    as: ({ replacedBy, replacedByName }) => (replacedBy ? `${replacedByName ?? ""} ${replacedBy}` : "-"),
  },
});

/** 行政区划: provinces, cities and districts by their GB/T 2260 code; renamed, abolished, replaced. */
export function RegionSettings() {
  const [keyword, setKeyword] = useState("");
  const [level, setLevel] = useState<string>();
  const [status, setStatus] = useState<string>();
  const regions = usePaged(listManagedRegions, { filters: { keyword, level, status }, pageSize: 20 });
  const actions = useRegionActions();
  return (
    <div className="settings-list">
      <header>
        <Input.Search allowClear placeholder="名称 / 编码 / 拼音" aria-label="搜索行政区划" onSearch={setKeyword} />
        <Select
          allowClear
          placeholder="全部层级"
          aria-label="层级"
          options={choicesOf(levels)}
          value={level}
          onChange={setLevel}
        />
        <Select
          allowClear
          placeholder="全部状态"
          aria-label="状态"
          options={choicesOf(regionStatuses)}
          value={status}
          onChange={setStatus}
        />
        <span className="settings-hint settings-aside">国家标准 GB/T 2260；批量调整请用导入中心的「行政区划」</span>
      </header>
      <PagedTable of={regions} columns={columns} rowActions={actions} empty="没有符合的行政区划" unit="个行政区划" />
    </div>
  );
}

function useRegionActions(): PageAction<ManagedRegion>[] {
  const edit = useCall(editRegion, { done: "操作成功" });
  return [
    {
      label: "编辑",
      needs: editRegion,
      ask: (region, onClose) => <EditRegionDialog region={region} onClose={onClose} />,
    },
    {
      label: "停用",
      needs: editRegion,
      when: ({ status }) => status === "VALID",
      ask: (region, onClose) => <AbolishRegionDialog region={region} onClose={onClose} />,
    },
    {
      label: "启用",
      needs: editRegion,
      when: ({ status }) => status === "ABOLISHED",
      confirm: ({ name }) => `启用后「${name}」可以再被选择，确认启用？`,
      run: ({ code, name, lng, lat, version }) =>
        edit.call({ params: { code }, body: { name, lng, lat, status: "VALID", replacedBy: null, version } }),
    },
  ];
}
