import { columnsOf, PagedTable, RefPicker, usePaged } from "@ops/platform/web";
import { listQuotas, type StorePosition, StoreRef } from "@ops/store/contract";
import { Select } from "antd";
import { useState } from "react";

const columns = columnsOf(listQuotas, {
  storeName: true,
  positionName: true,
  effectiveFrom: true,
  quota: true,
  source: true,
  reason: true,
  updatedByName: true,
  updatedAt: true,
});

/** 变更记录: the numbers that were set, the latest first. */
export function QuotaHistory({ positions }: { readonly positions: readonly StorePosition[] }) {
  const [storeId, setStoreId] = useState<string | null>(null);
  const [positionCode, setPositionCode] = useState<string | null>(null);
  const filters = { ...(storeId ? { storeId } : {}), ...(positionCode ? { positionCode } : {}) };
  const paged = usePaged(listQuotas, { filters, pageSize: 20 });
  return (
    <>
      <div className="headcount-filters">
        <RefPicker
          kind={StoreRef.kind}
          by={listQuotas.permission}
          label="门店"
          value={storeId}
          onChange={setStoreId}
          placeholder="门店"
        />
        <Select
          allowClear
          placeholder="岗位"
          aria-label="岗位"
          value={positionCode}
          options={positions.map(({ positionCode: value, name: label }) => ({ value, label }))}
          onChange={(chosen) => setPositionCode(chosen ?? null)}
        />
      </div>
      <PagedTable of={paged} columns={columns} empty="还没有变更记录" />
    </>
  );
}
