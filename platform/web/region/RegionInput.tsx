import { Cascader } from "antd";
import { useMemo, useState } from "react";
import { regionSearch } from "./find-region.ts";
import { ADJUSTED, nameOfPath, pathTo, withoutDoubles } from "./region-tree.ts";
import { useRegion, useRegionTree } from "./use-region.ts";
import "../form/form.css";

interface Props {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (code: string | null) => void;
  readonly disabled?: boolean;
}

/** Province, city, district, found by clicking, keys, name, pinyin or initials; held as the code of the last one chosen. */
export function RegionInput({ id, value = null, onChange, disabled = false }: Props) {
  const [search] = useState(regionSearch);
  const tree = useRegionTree();
  const regions = useMemo(() => withoutDoubles(tree.data ?? []), [tree.data]);
  const own = value === null ? [] : pathTo(regions, value);
  // an abolished division is shown as its successor, until another one is chosen
  const resolved = useRegion(value !== null && tree.data && own.length === 0 ? value : null);
  const path = resolved ? pathTo(regions, resolved.currentCode) : own;
  const shown = (resolved?.name ?? nameOfPath(path)) + (resolved?.isAdjusted ? ADJUSTED : "");
  const isKnown = path.length > 0 || resolved !== undefined;
  return (
    <Cascader
      {...(id ? { id } : {})}
      className="form-wide"
      allowClear
      changeOnSelect
      expandTrigger="click"
      disabled={disabled}
      loading={tree.isLoading}
      placeholder="请选择省市区"
      notFoundContent={tree.error ? "行政区划没有加载出来，请重新打开" : "没有符合的行政区划"}
      fieldNames={{ label: "name", value: "code", children: "children" }}
      options={regions}
      showSearch={{
        limit: 50,
        filter: (typed, path) => search.isFound(path, typed),
        sort: search.compare,
        render: (_typed, found) => nameOfPath(found),
      }}
      displayRender={() => shown}
      value={isKnown ? (path.length > 0 ? path.map(({ code }) => code) : [value ?? ""]) : []}
      onChange={(codes) => onChange?.(codes?.at(-1) ?? null)}
    />
  );
}
