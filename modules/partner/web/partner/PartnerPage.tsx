import {
  createPartner,
  getPartner,
  getPartnerStats,
  listPartners,
  partnerImport,
  partnerSheet,
} from "@ops/partner/contract";
import { ImportButton, ListPage, partsOf, useDialog, useOpened } from "@ops/platform/web";
import { Segmented } from "antd";
import { useState } from "react";
import { PartnerCards } from "./PartnerCards.tsx";
import { usePartnerActions } from "./partner-actions.tsx";
import { partnerColumns } from "./partner-columns.tsx";
import { usePartnerOptions } from "./use-partner-options.ts";
import "./partner.css";

const PartnerForm = partsOf(() => import("./PartnerForm.tsx")).overlay("PartnerForm");

const PartnerDrawer = partsOf(() => import("./PartnerDrawer.tsx")).overlay("PartnerDrawer");
const PartnerBoard = partsOf(() => import("./PartnerBoard.tsx")).standing("PartnerBoard");
const PartnerStatsDrawer = partsOf(() => import("../stats/PartnerStatsDrawer.tsx")).overlay("PartnerStatsDrawer");

type View = "list" | "board";
const views = [
  { value: "list" as const, label: "列表" },
  { value: "board" as const, label: "入驻看板" },
];

/** 合作伙伴 (5.1). The address names the opened partner, so that people can send a link to it. */
export default function PartnerPage() {
  const [view, setView] = useState<View>("list");
  const { open, drawer } = useOpened();
  const { isOwnPerson, loading } = usePartnerOptions();
  // people of a partner see only their own company, so cards and board would be of no use
  const isOfOne = isOwnPerson && !loading;
  return (
    <div className="partner-page">
      {!isOfOne && (
        <div className="partner-top">
          <PartnerCards onChosen={() => setView("list")} />
          <Segmented<View> options={views} value={view} onChange={setView} aria-label="视图" />
        </div>
      )}
      {view === "list" ? <PartnerList onOpen={open} /> : <PartnerBoard onOpen={open} />}
      {drawer && <PartnerDrawer {...drawer} />}
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
      {creating.value && (
        <PartnerForm partner={null} onCreated={({ id }) => onOpen(id, "papers")} onClose={creating.close} />
      )}
    </ListPage>
  );
}

function usePartnerFilters() {
  const { isOwnPerson } = usePartnerOptions();
  return [
    "keyword",
    "state",
    "kind",
    "regionId",
    "managerId",
    "contractEnd",
    "papers",
    ...(isOwnPerson ? [] : (["riskTag"] as const)),
    "level",
    "uscc",
    "cityCode",
  ] as const;
}
