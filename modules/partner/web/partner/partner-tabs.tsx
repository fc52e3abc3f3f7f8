import type { PartnerDetail } from "@ops/partner/contract";
import type { Endpoint } from "@ops/platform/contract";
import type { ReactNode } from "react";
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

/** A tab of the drawer of a partner. */
export interface PartnerTab {
  readonly key: string;
  readonly label: string;
  /** Shown only to those who may call it, or hold the code. */
  readonly needs: Endpoint | string;
  readonly render: (partner: PartnerDetail) => ReactNode;
}

const view = "partner:partner:view";

/** In the order of section 5.1; 概览 stands before them, 操作日志 after them. What is missing names the keys (`missingFor`). */
export const partnerTabs: readonly PartnerTab[] = [
  {
    key: "basic",
    label: "基本信息",
    needs: view,
    render: (partner) => <BasicFacts partner={partner} />,
  },
  { key: "papers", label: "资质", needs: view, render: (partner) => <PapersTab partner={partner} /> },
  {
    key: "contracts",
    label: "合同",
    needs: "partner:contract:view",
    render: (partner) => <ContractsTab partner={partner} />,
  },
  { key: "tasks", label: "入驻任务", needs: view, render: (partner) => <TasksTab partner={partner} /> },
  { key: "stores", label: "门店", needs: view, render: (partner) => <StoresTab partner={partner} /> },
  {
    key: "staff",
    label: "员工",
    needs: "partner:staff:view",
    render: (partner) => <PartnerStaffs partner={partner} />,
  },
  {
    key: "accounts",
    label: "结算账户",
    needs: "partner:account:edit",
    render: (partner) => <AccountsTab partner={partner} />,
  },
  {
    key: "deposits",
    label: "保证金",
    needs: "partner:deposit:edit",
    render: (partner) => <DepositTab partner={partner} />,
  },
  { key: "assessments", label: "考核", needs: view, render: (partner) => <AssessmentTab partner={partner} /> },
  {
    key: "suspensions",
    label: "暂停记录",
    needs: "partner:suspension:view",
    render: (partner) => <SuspensionsTab partner={partner} />,
  },
];
