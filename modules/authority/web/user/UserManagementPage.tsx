import { listIdleUsers, listLoginLogs, listSessions, listUsers, organizationTree } from "@ops/authority/contract";
import { type PageTab, PageTabs, partsOf, useMay } from "@ops/platform/web";
import type { ReactNode } from "react";
import { OrganizationFilter } from "./choices/OrganizationFilter.tsx";
import { UserListPage } from "./UserListPage.tsx";
import "./user.css";

const lists = partsOf(() => import("./other-lists.ts"));
const OnlineSessionsPage = lists.standing("OnlineSessionsPage");
const LoginLogPage = lists.standing("LoginLogPage");
const DormantListPage = lists.standing("DormantListPage");

const PATH = "/AuthorityManagement/UserManagement";
/** Explains why the total of the list is larger than that of the tree. */
const ALL_PEOPLE = "列表未选组织时，还含已离职和没有任职的账号。";

const tabs: readonly PageTab[] = [
  { key: "users", title: "用户", needs: listUsers, content: () => besideTree(PATH, <UserListPage />) },
  {
    key: "sessions",
    title: "在线会话",
    needs: listSessions,
    content: () => besideTree(`${PATH}:sessions`, <OnlineSessionsPage />),
  },
  { key: "logs", title: "登录日志", needs: listLoginLogs, content: () => <LoginLogPage /> },
  {
    key: "dormant",
    title: "休眠账号",
    needs: listIdleUsers,
    content: () => besideTree(`${PATH}:dormant`, <DormantListPage />),
  },
];

export default function UserManagementPage() {
  return <PageTabs title="用户管理" tabs={tabs} />;
}

/** `list` names the list whose filter the chosen organisation becomes. */
const besideTree = (list: string, page: ReactNode) => (
  <BesideTree key={list} list={list}>
    {page}
  </BesideTree>
);

function BesideTree({ list, children }: { readonly list: string; readonly children: ReactNode }) {
  const may = useMay();
  return (
    <div className="user-columns">
      {may(organizationTree) && <OrganizationFilter list={list} {...(list === PATH ? { note: ALL_PEOPLE } : {})} />}
      {children}
    </div>
  );
}
