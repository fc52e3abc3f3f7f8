import { listIdleUsers, listLoginLogs, listSessions, listUsers, organizationTree } from "@ops/authority/contract";
import { useMay, usePage, usePages } from "@ops/platform/web";
import { Tabs } from "antd";
import { DormantListPage } from "./DormantListPage.tsx";
import { LoginLogPage } from "./LoginLogPage.tsx";
import { OnlineSessionsPage } from "./OnlineSessionsPage.tsx";
import { OrganizationFilter } from "./OrganizationFilter.tsx";
import { UserListPage } from "./UserListPage.tsx";
import "./user.css";

const PATH = "/AuthorityManagement/UserManagement";

const tabs = [
  { key: "users", label: "用户", needs: listUsers, Page: UserListPage, list: PATH },
  { key: "sessions", label: "在线会话", needs: listSessions, Page: OnlineSessionsPage, list: `${PATH}:sessions` },
  { key: "logs", label: "登录日志", needs: listLoginLogs, Page: LoginLogPage, list: null },
  { key: "dormant", label: "休眠账号", needs: listIdleUsers, Page: DormantListPage, list: `${PATH}:dormant` },
] as const;

/** The tab stands in the address, so that the way back and a shared link find it again. */
export default function UserManagementPage() {
  const pages = usePages();
  const may = useMay();
  const { location } = usePage();
  const offered = tabs.filter(({ needs }) => may(needs));
  const wanted = new URLSearchParams(location.search).get("tab");
  const { key, Page, list } = offered.find((tab) => tab.key === wanted) ?? offered[0] ?? tabs[0];

  return (
    <section className="user-page" aria-label="用户管理">
      {offered.length > 1 && (
        <Tabs
          className="list-panel user-tabs"
          activeKey={key}
          items={offered.map((tab) => ({ key: tab.key, label: tab.label }))}
          onChange={(tab) => pages.open(`${PATH}?tab=${tab}`, undefined, { replace: true })}
        />
      )}
      <div className="user-columns">
        {list !== null && may(organizationTree) && <OrganizationFilter key={list} list={list} />}
        <Page key={key} />
      </div>
    </section>
  );
}
