import { pageTitle, StatusPanel, siteRouteOf, usePage, useSession } from "@ops/platform/web";
import { Button } from "antd";
import { useState } from "react";
import { ExplanationOf } from "../../explain/ExplainDrawer.tsx";
import { BackHome } from "./BackHome.tsx";

/** Also shown in place of a page that the server did not grant. */
export default function Error403Page() {
  const { location } = usePage();
  const { user, menu } = useSession();
  const [isAsking, setAsking] = useState(false);
  const isOwnRoute = location.pathname === "/error403";
  const name = isOwnRoute ? "" : pageTitle(location.pathname, menu);
  const route = siteRouteOf(location.pathname);
  // a page that belongs to a list is granted together with the list
  const page = isOwnRoute ? undefined : (route?.parent ?? route?.path);
  const where = user?.organizationsDescription ? `在「${user.organizationsDescription}」中的角色` : "的角色";
  return (
    <>
      <StatusPanel
        tone="locked"
        title="抱歉，您没有权限访问该页面"
        text={
          <>
            {name && <p>页面：{name}</p>}
            <p>您{where}没有包含该页面的菜单。切换组织后权限会随之变化；如需开通，请联系管理员。</p>
          </>
        }
        actions={
          <>
            <BackHome />
            {page && user && !user.viewAs && !isAsking && <Button onClick={() => setAsking(true)}>为什么</Button>}
          </>
        }
      />
      {isAsking && page && user && (
        <div className="why">
          <ExplanationOf question={{ userId: user.id, target: { kind: "PAGE", page } }} />
        </div>
      )}
    </>
  );
}
