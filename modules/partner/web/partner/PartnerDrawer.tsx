import { getPartner } from "@ops/partner/contract";
import { type OpenedRecord, RecordDrawer, recordOf } from "@ops/platform/web";
import { PartnerLevel } from "../company/PartnerLevel.tsx";
import { usePartnerActions } from "./partner-actions.tsx";
import { PartnerState } from "./partner-columns.tsx";
import { partnerOverview } from "./partner-overview.tsx";
import { partnerTabs } from "./partner-tabs.tsx";
import "./partner-drawer.css";

/** 合作伙伴: what is missing, the facts, and everything that belongs to the partner. */
const partnerRecord = recordOf({
  endpoint: getPartner,
  entity: "合作伙伴",
  title: ({ fullName }) => fullName,
  number: ({ partnerNo }) => partnerNo,
  tags: ({ state, level }) => (
    <>
      <PartnerState state={state} />
      <PartnerLevel level={level} />
    </>
  ),
  overview: partnerOverview,
  tabs: partnerTabs,
  width: 1080,
});

export function PartnerDrawer(opened: OpenedRecord) {
  const actions = usePartnerActions();
  return <RecordDrawer of={{ ...partnerRecord, actions }} {...opened} />;
}
