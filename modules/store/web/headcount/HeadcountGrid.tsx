import { OrganizationRef } from "@ops/authority/contract";
import { dayOf } from "@ops/platform/contract";
import {
  DayInput,
  ExportButton,
  ImportButton,
  PagedTable,
  partsOf,
  RefPicker,
  serverNow,
  useDialog,
  useMay,
  usePaged,
} from "@ops/platform/web";
import {
  type HeadcountRow,
  headcountImport,
  headcountSheet,
  listHeadcounts,
  type StorePosition,
  saveQuotas,
} from "@ops/store/contract";
import { Button, Input } from "antd";
import { useState } from "react";
import type { QuotaCell } from "./headcount-dialogs.tsx";
import { VacancyText } from "./VacancyText.tsx";

const dialogs = partsOf(() => import("./headcount-dialogs.tsx"));
const QuotaDialog = dialogs.overlay("QuotaDialog");

interface Props {
  /** What the address asks for: `orgId`, `day`. */
  readonly asked: URLSearchParams;
  readonly positions: readonly StorePosition[];
}

/** 编制: stores by positions on a chosen day; a cell is changed from a day on, with a reason. */
export function HeadcountGrid({ asked, positions }: Props) {
  const may = useMay();
  const today = dayOf(new Date(serverNow()));
  const [day, setDay] = useState(asked.get("day") ?? today);
  const [orgId, setOrgId] = useState(asked.get("orgId"));
  const [keyword, setKeyword] = useState("");
  const editing = useDialog<QuotaCell>();
  const filters = { day, keyword, ...(orgId ? { orgId } : {}) };
  const paged = usePaged(listHeadcounts, { filters, pageSize: 20 });
  const cellOf = ({ id, name, cells }: HeadcountRow, position: StorePosition): QuotaCell => {
    const none = { positionCode: position.positionCode, quota: 0, occupied: 0, reserved: 0, vacancy: 0 };
    const found = cells.find(({ positionCode }) => positionCode === position.positionCode) ?? none;
    return { storeId: id, storeName: name, positionName: position.name, day, ...found };
  };
  return (
    <>
      <div className="headcount-filters">
        <Input.Search allowClear placeholder="门店名称或编码" onSearch={setKeyword} />
        <RefPicker
          kind={OrganizationRef.kind}
          by={listHeadcounts.permission}
          label="所属组织"
          value={orgId}
          onChange={setOrgId}
          placeholder="所属组织"
        />
        <DayInput value={day} onChange={(chosen) => setDay(chosen ?? today)} />
        <ImportButton kind={headcountImport} />
        <ExportButton sheet={headcountSheet} query={filters} />
      </div>
      <p className="seat-full">格内依次为编制/占用/预占</p>
      <PagedTable
        of={paged}
        unit="家门店"
        empty="暂无数据"
        columns={[
          { show: "storeCode", width: 112 },
          { show: "name", width: 0 },
          ...positions.map((position) => ({
            key: position.positionCode,
            show: "cells" as const,
            title: position.name,
            width: 112,
            as: (row: HeadcountRow) => {
              const cell = cellOf(row, position);
              const { quota, occupied, reserved, vacancy } = cell;
              const isUsed = quota + occupied + reserved > 0;
              const told = isUsed ? (
                <>
                  {quota}/{occupied}/{reserved} <VacancyText vacancy={vacancy} />
                </>
              ) : (
                "-"
              );
              return may(saveQuotas) ? (
                <Button type="text" size="small" className="headcount-cell" onClick={() => editing.open(cell)}>
                  {told}
                </Button>
              ) : (
                told
              );
            },
          })),
        ]}
      />
      {editing.value && <QuotaDialog cell={editing.value} onClose={editing.close} />}
    </>
  );
}
