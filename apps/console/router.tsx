import { type SiteRoute, siteRoutes } from "@ops/platform/contract";
import { PageSlot, siteRouteOf, storedToken } from "@ops/platform/web";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { createHashRouter, Navigate, type RouteObject, useLocation } from "react-router";
import { pages } from "./modules.ts";

const loadWorkspace = () => import("./workspace.tsx");
const Workspace = lazy(loadWorkspace);
const NotOpenYet = lazyPage("/NotOpenYet");
const Forbidden = lazyPage("/error403");

/** Where a sign-in leads. */
const LANDING = "/home";

interface PublicPages {
  login: ComponentType;
  transfer: ComponentType;
}

/** Hash routes: the public ones, every route of the site map inside the workspace, and nothing else (PF-R1–R3). */
export function consoleRouter({ login: Login, transfer: Transfer }: PublicPages) {
  if (storedToken() !== "") loadAhead(window.location.hash.slice(1).split("?")[0] ?? "");
  return createHashRouter([
    { path: "/", element: <LoginGate key="/" page={Login} /> },
    { path: "/login", element: <LoginGate key="/login" page={Login} /> },
    { path: "/Transfer", element: <Transfer /> },
    {
      element: (
        <Suspense fallback={null}>
          <Workspace />
        </Suspense>
      ),
      children: siteRoutes.map(routeOf),
    },
    { path: "*", element: <Navigate to="/" replace /> },
  ]);
}

/** Workspace and page together: neither waits for the other, nor for what the server says about the user. */
function loadAhead(path: string): void {
  const wanted = [loadWorkspace, pages[siteRouteOf(path)?.path ?? LANDING]];
  for (const load of wanted) load?.().catch(() => undefined); // whoever shows it will ask again and tell
}

function routeOf(route: SiteRoute): RouteObject {
  const page = pages[route.path] ? lazyPage(route.path) : NotOpenYet;
  return { path: route.path.replace("{data}", ":data"), element: <PageSlot page={page} forbidden={Forbidden} /> };
}

function lazyPage(path: string): ComponentType {
  return lazy(() => {
    const load = pages[path];
    if (!load) throw new Error(`${path} has no page`);
    return load();
  });
}

/** A user with a token has no business here (PF-R3), unless a ticket asks to be redeemed. */
function LoginGate({ page: Login }: { page: ComponentType }) {
  const { key, search } = useLocation();
  const isTicket = new URLSearchParams(search).has("ticket");
  return <Gate key={key} open={isTicket || storedToken() === ""} page={Login} />;
}

/** Decided once per visit: the token that a login stores must not cut its full-screen loading short. */
function Gate({ open, page: Login }: { open: boolean; page: ComponentType }) {
  const [shown] = useState(open);
  useLoadingWhileTyping();
  return shown ? <Login /> : <Navigate to="/home" replace />;
}

/** While the password is typed there is time to load what comes after it. */
function useLoadingWhileTyping(): void {
  useEffect(() => {
    const controller = new AbortController();
    const begin = () => {
      controller.abort();
      loadAhead(LANDING);
    };
    for (const sign of ["keydown", "pointerdown"]) window.addEventListener(sign, begin, { signal: controller.signal });
    return () => controller.abort();
  }, []);
}
