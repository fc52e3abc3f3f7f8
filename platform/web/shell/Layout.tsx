import { hasPage } from "@ops/platform/contract";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { MustRead } from "../announcement/MustRead.tsx";
import { PRODUCT_NAME } from "../call/config.ts";
import { sessionPort } from "../session/session-port.ts";
import { useSessionStore } from "../session/session-store.ts";
import { useSession } from "../session/use-session.ts";
import { Banners } from "./Banners.tsx";
import { Header } from "./Header.tsx";
import { CommandPalette } from "./menu/CommandPalette.tsx";
import { findUnopened, isGranted } from "./menu/menu-tree.ts";
import { noteVisit } from "./menu/recent-pages.ts";
import { Sidebar } from "./menu/Sidebar.tsx";
import { NARROW_WINDOW } from "./menu/sidebar-width.ts";
import { Overlays, type OverlayTable } from "./Overlays.tsx";
import { Breadcrumb } from "./page/Breadcrumb.tsx";
import { KeepAlive } from "./page/KeepAlive.tsx";
import { pageTitle, trailOf } from "./page/trail.ts";
import { UnsavedGuard } from "./page/UnsavedGuard.tsx";
import { fitSidebar, useShellStore } from "./shell-store.ts";
import { isFrameRoute } from "./site-routes.ts";
import { UserWatermark } from "./Watermark.tsx";

/** The workspace: header, sidebar, breadcrumb, page, and everything above them (PF-R67). */
export function Layout({ overlays }: { readonly overlays: OverlayTable }) {
  const epoch = useSessionStore((state) => state.epoch);
  const content = useRef<HTMLElement>(null);
  const { UserMenuDialogs } = sessionPort();
  useFollowAddress();
  useFitSidebar();
  return (
    <div className="shell">
      <button type="button" className="plain-button skip-link" onClick={() => content.current?.focus()}>
        跳到主要内容
      </button>
      <Banners />
      <Header />
      <div className="shell-body">
        <Sidebar />
        <main ref={content} className="content" tabIndex={-1}>
          <Breadcrumb />
          <KeepAlive key={epoch} />
        </main>
      </div>
      <UserWatermark />
      <CommandPalette />
      <UserMenuDialogs />
      <MustRead />
      <UnsavedGuard />
      <Overlays table={overlays} />
    </div>
  );
}

/** Breadcrumb trail, window title and 最近访问 follow the address. */
function useFollowAddress(): void {
  const { pathname } = useLocation();
  const { user, menu } = useSession();
  const userId = user?.id;
  useEffect(() => {
    useShellStore.setState({ trail: trailOf(pathname, menu) });
    document.title = [pageTitle(pathname, menu), PRODUCT_NAME].filter(Boolean).join(" - ");
    const isOpenList = !isFrameRoute(pathname) && hasPage(pathname) && !findUnopened(pathname, menu);
    if (userId && isOpenList && isGranted(pathname, menu)) noteVisit(userId, pathname);
  }, [pathname, menu, userId]);
}

function useFitSidebar(): void {
  useEffect(() => {
    const narrow = window.matchMedia(`(width <= ${NARROW_WINDOW}px)`);
    narrow.addEventListener("change", fitSidebar);
    return () => narrow.removeEventListener("change", fitSidebar);
  }, []);
}
