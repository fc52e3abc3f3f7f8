import {
  createPartner,
  getPartner,
  getPartnerStats,
  listPartners,
  partnerImport,
  partnerSheet,
} from "@ops/partner/contract";
import { customFilter, ImportButton, ListPage, partsOf, selectFilter, useDialog } from "@ops/platform/web";
import { Segmented, Select } from "antd";
import { useState } from "react";
import { useCities } from "../company/CitySelect.tsx";
import { PartnerCards } from "./PartnerCards.tsx";
import { usePartnerActions } from "./partner-actions.tsx";
import { partnerColumns } from "./partner-columns.tsx";
import { useOpenedPartner } from "./use-opened-partner.ts";
import { usePartnerOptions } from "./use-partner-options.ts";
import "./partner.css";

const CreatePartnerDialog = partsOf(() => import("./partner-dialogs.tsx")).overlay("CreatePartnerDialog");

const PartnerDrawer = partsOf(() => import("./PartnerDrawer.tsx")).overlay("PartnerDrawer");
const PartnerBoard = partsOf(() => import("./PartnerBoard.tsx")).standing("PartnerBoard");
const PartnerStatsDrawer = partsOf(() => import("../stats/PartnerStatsDrawer.tsx")).overlay("PartnerStatsDrawer");

type View = "list" | "board";
const views = [
  { value: "list" as const, label: "列表" },
  { value: "board" as const, label: "入驻看板" },
];

/** 合作伙伴 (5.1). The opened partner stands in the address, so that it can be sent. */
export default function PartnerPage() {
  const [view, setView] = useState<View>("list");
  const { id, tab, open, close } = useOpenedPartner();
  const { isOwnPerson, loading } = usePartnerOptions();
  const isOfOne = isOwnPerson && !loading; // its own people see one company: nothing to count or to line up
  return (
    <div className="partner-page">
      {!isOfOne && (
        <div className="partner-top">
          <PartnerCards onChosen={() => setView("list")} />
          <Segmented<View> options={views} value={view} onChange={setView} aria-label="视图" />
        </div>
      )}
      {view === "list" ? <PartnerList onOpen={open} /> : <PartnerBoard onOpen={open} />}
      {id && <PartnerDrawer key={id} id={id} tab={tab} onTab={(next) => open(id, next)} onClose={close} />}
    </div>
  );
}

function PartnerList({ onOpen }: { readonly onOpen: (id: string, tab?: string) => void }) {
  const creating = useDialog<true>();
  const counting = useDialog<true>();
  const actions = usePartnerActions();
  const filters = usePartnerFilters();
  const { isOwnPerson } = usePartnerOptions();
  return (
    <ListPage
      title="合作伙伴"
      endpoint={listPartners}
      filters={filters}
      columns={partnerColumns(({ id }) => onOpen(id), isOwnPerson)}
      exports={partnerSheet}
      imports={isOwnPerson ? null : <ImportButton kind={partnerImport} />}
      tools={[
        { label: "统计", needs: getPartnerStats, run: () => counting.open(true) },
        ...(isOwnPerson
          ? []
          : [{ label: "新增", needs: createPartner, primary: true, run: () => creating.open(true) }]),
      ]}
      rowActions={[{ label: "详情", needs: getPartner, run: ({ id }) => onOpen(id) }, ...actions]}
      empty="还没有合作伙伴，点击「新增」"
    >
      {counting.value && <PartnerStatsDrawer onClose={counting.close} />}
      {creating.value && <CreatePartnerDialog onDone={({ id }) => onOpen(id, "papers")} onClose={creating.close} />}
    </ListPage>
  );
}

function usePartnerFilters() {
  const { regions, managers, isOwnPerson } = usePartnerOptions();
  const { provinces } = useCities();
  const cities = provinces.flatMap(({ options }) => options);
  const nameOf = (code: string) => cities.find(({ value }) => value === code)?.label ?? code;
  return [
    "keyword",
    "state",
    "kind",
    selectFilter("regionId", "区域", regions),
    selectFilter("managerId", "渠道经理", managers),
    "contractEnd",
    "papers",
    ...(isOwnPerson ? [] : (["riskTag"] as const)),
    "level",
    "uscc",
    customFilter(
      "cityCode",
      "城市",
      ({ id, values, set }) => (
        <Select
          id={id}
          allowClear
          showSearch={{ optionFilterProp: "search" }}
          placeholder="请选择"
          options={provinces}
          value={values["cityCode"] || null}
          onChange={(code) => set("cityCode", code ?? "")}
        />
      ),
      nameOf,
    ),
  ] as const;
}
