import { menuPages, recentPages, StatusPanel, useSession } from "@ops/platform/web";
import { useMemo } from "react";
import { DevicesCard } from "./DevicesCard.tsx";
import { Directory } from "./Directory.tsx";
import { Greeting } from "./Greeting.tsx";
import { QuickEntries } from "./QuickEntries.tsx";
import { RecentPages } from "./RecentPages.tsx";
import { SettingsCard } from "./SettingsCard.tsx";
import "./home.css";

export default function HomePage() {
  const { user, menu } = useSession();
  const pages = useMemo(() => menuPages(menu), [menu]);
  if (!user) return null;
  return (
    <div className="home">
      <Greeting user={user} />
      <div className="home-columns">
        <div className="home-column">
          {pages.length === 0 ? (
            <StatusPanel
              tone="locked"
              title="您暂未开通任何功能，可提交权限申请"
              text="账号可以正常登录，但还没有分配角色。请联系所在组织的管理员开通后，菜单会自动出现，无需重新登录。"
            />
          ) : (
            <>
              <QuickEntries userId={user.id} pages={pages} />
              <Directory pages={pages} />
            </>
          )}
        </div>
        <div className="home-column">
          {pages.length > 0 && <RecentPages paths={recentPages(user.id)} pages={pages} />}
          {!user.changePwdStatus && <SettingsCard />}
          <DevicesCard paused={user.changePwdStatus} />
        </div>
      </div>
    </div>
  );
}
