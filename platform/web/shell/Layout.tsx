import { hasPage } from "@ops/platform/contract";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { MustRead } from "../announcement/MustRead.tsx";
import { PRODUCT_NAME } from "../call/config.ts";
import { sessionPort } from "../session/session-port.ts";
import { useSessionStore } from "../session/session-store.ts";
import { useSession } from "../session/use-session.ts";
import { Banners } from "./Banners.tsx";
import { Breadcrumb } from "./Breadcrumb.tsx";
import { CommandPalette } from "./CommandPalette.tsx";
import { Header } from "./Header.tsx";
import { KeepAlive } from "./KeepAlive.tsx";
import { isGranted, notOpenYet } from "./menu-tree.ts";
import { Overlays, type OverlayTable } from "./Overlays.tsx";
import { noteVisit } from "./recent-pages.ts";
import { Sidebar } from "./Sidebar.tsx";
import { fitSidebar, useShellStore } from "./shell-store.ts";
import { NARROW_WINDOW } from "./sidebar-width.ts";
import { isFrameRoute } from "./site-routes.ts";
import { pageTitle, trailOf } from "./trail.ts";
import { UnsavedGuard } from "./UnsavedGuard.tsx";
import { UserWatermark } from "./Watermark.tsx";

/** The workspace: header, sidebar, breadcrumb, page, and what lies over all of them (PF-R67). */
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
    const isOpenList = !isFrameRoute(pathname) && hasPage(pathname) && !notOpenYet(pathname, menu);
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
