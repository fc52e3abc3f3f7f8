import { pageTitle, StatusPanel, usePage, useSession } from "@ops/platform/web";
import { BackHome } from "./BackHome.tsx";

/** Also shown in place of every route that no module has opened yet. */
export default function NotOpenYetPage() {
  const { location } = usePage();
  const { menu } = useSession();
  const isOwnRoute = location.pathname === "/NotOpenYet";
  const name = isOwnRoute ? new URLSearchParams(location.search).get("name") : pageTitle(location.pathname, menu);
  return (
    <StatusPanel
      tone="coming"
      title="功能暂未开放，敬请期待"
      text={name ? `「${name}」正在建设中，开放后会出现在这里。` : "该功能正在建设中。"}
      actions={<BackHome />}
    />
  );
}
