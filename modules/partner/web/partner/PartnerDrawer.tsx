import { getPartner, type PartnerDetail } from "@ops/partner/contract";
import { DrawerActions, LogsView, RecordInstead, useClosing, useEndpoint, useMay } from "@ops/platform/web";
import { Drawer, Tabs } from "antd";
import { PartnerLevel } from "../company/PartnerLevel.tsx";
import { PartnerOverview } from "./PartnerOverview.tsx";
import { usePartnerActions } from "./partner-actions.tsx";
import { PartnerState } from "./partner-columns.tsx";
import { partnerTabs } from "./partner-tabs.tsx";
import "./partner-drawer.css";

interface Props {
  readonly id: string;
  readonly tab: string | null;
  readonly onTab: (tab: string) => void;
  readonly onClose: () => void;
}

/** 合作伙伴: what is missing, what it is, and everything that belongs to it. */
export function PartnerDrawer({ id, tab, onTab, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  const answer = useEndpoint(getPartner, { params: { id } }, { silent: true });
  const { data: partner } = answer;
  const title = partner ? (
    <span className="partner-head">
      {partner.fullName}
      <small>{partner.partnerNo}</small>
      <PartnerState state={partner.state} />
      <PartnerLevel level={partner.level} />
    </span>
  ) : (
    "合作伙伴"
  );
  return (
    <Drawer title={title} size={1080} {...drawer}>
      {partner ? <Content partner={partner} tab={tab} onTab={onTab} /> : <RecordInstead answer={answer} />}
    </Drawer>
  );
}

function Content({ partner, tab, onTab }: Pick<Props, "tab" | "onTab"> & { readonly partner: PartnerDetail }) {
  const may = useMay();
  const actions = usePartnerActions();
  const added = partnerTabs.filter(({ needs }) => may(needs));
  const items = [
    { key: "overview", label: "概览", children: <PartnerOverview partner={partner} onTab={onTab} /> },
    ...added.map(({ key, label, render }) => ({
      key,
      label: <TabLabel label={label} count={countOf(partner, key)} />,
      children: render(partner),
    })),
    { key: "logs", label: "操作日志", children: <LogsView bizType="partner" bizId={partner.id} /> },
  ];
  const chosen = items.some(({ key }) => key === tab) ? tab : null;
  return (
    <>
      <DrawerActions actions={actions} record={partner} />
      <Tabs activeKey={chosen ?? "overview"} onChange={onTab} items={items} destroyOnHidden />
    </>
  );
}

function countOf({ counts, storeCount, staffCount }: PartnerDetail, tab: string): number {
  return { ...counts, stores: storeCount, staff: staffCount }[tab] ?? 0;
}

/** How many there are is seen before the tab is opened; its name stays its name. */
function TabLabel({ label, count }: { readonly label: string; readonly count: number }) {
  return (
    <>
      {label}
      {count > 0 && (
        <span className="tab-count" aria-hidden>
          {count}
        </span>
      )}
    </>
  );
}
