import type { PartnerDetail } from "@ops/partner/contract";
import type { RecordTab } from "@ops/platform/web";
import type { ComponentType } from "react";
import { AssessmentTab } from "../assessment/AssessmentTab.tsx";
import { AccountsTab } from "../bank-account/AccountsTab.tsx";
import { ContractsTab } from "../contract/ContractsTab.tsx";
import { DepositTab } from "../deposit/DepositTab.tsx";
import { TasksTab } from "../onboarding/TasksTab.tsx";
import { PapersTab } from "../qualification/PapersTab.tsx";
import { PartnerStaffs } from "../staff/PartnerStaffs.tsx";
import { SuspensionsTab } from "../suspension/SuspensionsTab.tsx";
import { BasicFacts } from "./BasicFacts.tsx";
import { StoresTab } from "./StoresTab.tsx";

type Content = ComponentType<{ readonly partner: PartnerDetail }>;

const tab = (key: string, title: string, needs: string, Content: Content): RecordTab<PartnerDetail> => ({
  key,
  title,
  needs,
  count: ({ counts, storeCount, staffCount }) => ({ ...counts, stores: storeCount, staff: staffCount })[key] ?? 0,
  content: (partner) => <Content partner={partner} />,
});
const view = "partner:partner:view";

/** The tabs in the order of section 5.1, between 概览 and 操作日志. The server's `missingFor` refers to their keys. */
export const partnerTabs: readonly RecordTab<PartnerDetail>[] = [
  tab("basic", "基本信息", view, BasicFacts),
  tab("papers", "资质", view, PapersTab),
  tab("contracts", "合同", "partner:contract:view", ContractsTab),
  tab("tasks", "入驻任务", view, TasksTab),
  tab("stores", "门店", view, StoresTab),
  tab("staff", "员工", "partner:staff:view", PartnerStaffs),
  tab("accounts", "结算账户", "partner:account:edit", AccountsTab),
  tab("deposits", "保证金", "partner:deposit:edit", DepositTab),
  tab("assessments", "考核", view, AssessmentTab),
  tab("suspensions", "暂停记录", "partner:suspension:view", SuspensionsTab),
];
