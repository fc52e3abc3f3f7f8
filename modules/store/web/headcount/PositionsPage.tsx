import {
  confirmDiscard,
  hasUnsaved,
  ListFrame,
  partsOf,
  useDialog,
  useEndpoint,
  useMay,
  usePage,
} from "@ops/platform/web";
import { applyTemplates, listHeadcounts, listStorePositions } from "@ops/store/contract";
import { Tabs } from "antd";
import { useState } from "react";
import { PositionTable } from "../position/PositionTable.tsx";
import { HeadcountGrid } from "./HeadcountGrid.tsx";
import { QuotaHistory } from "./QuotaHistory.tsx";
import { TemplateTab } from "./TemplateTab.tsx";
import "./headcount.css";

const dialogs = partsOf(() => import("./headcount-dialogs.tsx"));
const ApplyDialog = dialogs.overlay("ApplyDialog");

/** 岗位与编制 (5.10): positions of stores at the left, their seats by store and day at the right. */
export default function PositionsPage() {
  const may = useMay();
  const { search } = usePage().location;
  const applying = useDialog<true>();
  const answer = useEndpoint(listStorePositions, {}, { silent: true });
  const [tab, setTab] = useState("grid");
  const turnTo = async (next: string) => {
    if (!hasUnsaved() || (await confirmDiscard())) setTab(next);
  };
  const positions = (answer.data ?? []).filter(({ isShown }) => isShown);
  const seats = [
    {
      key: "grid",
      label: "编制",
      children: <HeadcountGrid key={search} asked={new URLSearchParams(search)} positions={positions} />,
    },
    { key: "templates", label: "编制模板", children: <TemplateTab positions={positions} /> },
    { key: "history", label: "变更记录", children: <QuotaHistory positions={positions} /> },
  ];
  return (
    <ListFrame
      title="岗位与编制"
      tools={[{ label: "应用编制模板", needs: applyTemplates, run: () => applying.open(true) }]}
      dialogs={applying.value && <ApplyDialog onClose={applying.close} />}
    >
      <div className="positions-page">
        <PositionTable of={answer} positions={answer.data ?? []} />
        {may(listHeadcounts) && (
          <Tabs items={seats} activeKey={tab} onChange={(next) => void turnTo(next)} destroyOnHidden />
        )}
      </div>
    </ListFrame>
  );
}
