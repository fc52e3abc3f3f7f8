import { type ChoiceControl, useEndpoint, usePinyin } from "@ops/platform/web";
import { listStaffStores } from "@ops/store/contract";
import { TreeSelect } from "antd";
import { useState } from "react";
import { groupKeys, type StoreLine, storeTree } from "./store-tree.ts";

interface Props extends ChoiceControl {
  /** The day on which the seats are counted; today without it. */
  readonly day: string | null;
  /** The store of the record, which may be one that is not offered any more. */
  readonly known?: { readonly id: string; readonly name: string } | null;
}

/** 选择组织: own stores below their regions and cities, with their seats on a day; found by name, code or pinyin. */
export function StoreTreeSelect({ day, known, value, onChange, id, disabled = false }: Props) {
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const match = usePinyin(search);
  const asked = { query: day ? { day } : {} };
  const {
    data: stores = [],
    isPending,
    error,
  } = useEndpoint(listStaffStores, asked, { keepPrevious: true, silent: true });
  const tree = storeTree(stores, search, match);
  const groups = groupKeys(tree);
  const isOffered = !known || stores.some((store) => store.id === known.id);
  const kept: StoreLine[] = isOffered ? [] : [{ key: known.id, title: known.name, name: known.name, selectable: true }];
  return (
    <TreeSelect<string | null, StoreLine>
      {...(id ? { id } : {})}
      className="form-wide"
      allowClear
      disabled={disabled}
      placeholder="请选择门店"
      treeData={[...kept, ...tree]}
      fieldNames={{ value: "key", label: "title", children: "children" }}
      treeNodeLabelProp="name"
      showSearch={{ searchValue: search, onSearch: setSearch, filterTreeNode: false, autoClearSearchValue: true }}
      treeExpandedKeys={search.trim() === "" ? [...(opened ?? [])] : groups}
      onTreeExpand={(keys) => setOpened(keys.map(String))}
      listHeight={320}
      loading={isPending}
      notFoundContent={error?.message ?? (isPending ? "加载中…" : "没有符合的门店")}
      value={value ?? null}
      onChange={(chosen, labels) => onChange?.(chosen ?? null, String(labels[0] ?? ""))}
    />
  );
}
