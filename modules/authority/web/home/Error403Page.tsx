import { pageTitle, StatusPanel, usePage, useSession } from "@ops/platform/web";
import { BackHome } from "./BackHome.tsx";

/** Also shown in place of a page that the server did not grant. */
export default function Error403Page() {
  const { location } = usePage();
  const { user, menu } = useSession();
  const isOwnRoute = location.pathname === "/error403";
  const name = isOwnRoute ? "" : pageTitle(location.pathname, menu);
  const where = user?.organizationsDescription ? `在「${user.organizationsDescription}」中的角色` : "的角色";
  return (
    <StatusPanel
      tone="locked"
      title="抱歉，您没有权限访问该页面"
      text={
        <>
          {name && <p>页面：{name}</p>}
          <p>为什么：您{where}没有包含该页面的菜单。切换组织后权限会随之变化；如需开通，请联系管理员。</p>
        </>
      }
      actions={<BackHome />}
    />
  );
}
