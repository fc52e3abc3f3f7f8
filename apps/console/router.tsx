import { type SiteRoute, siteRoutes } from "@ops/platform/contract";
import { PageSlot, siteRouteOf, storedToken } from "@ops/platform/web";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { createHashRouter, Navigate, type RouteObject, useLocation } from "react-router";
import { pages } from "./modules.ts";

const loadWorkspace = () => import("./workspace.tsx");
const Workspace = lazy(loadWorkspace);
const NotOpenYet = lazyPage("/NotOpenYet");
const Forbidden = lazyPage("/error403");

/** The page after a sign-in. */
const LANDING = "/home";

interface PublicPages {
  login: ComponentType;
  transfer: ComponentType;
}

/** Makes the hash routes: the public ones, and every route of the site map inside of the workspace (PF-R1–R3). */
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

/** Loads workspace and page in parallel, without waiting for each other or for the data of the user. */
function loadAhead(path: string): void {
  const wanted = [loadWorkspace, pages[siteRouteOf(path)?.path ?? LANDING]];
  // the component that shows it loads it again and shows the error
  for (const load of wanted) load?.().catch(() => undefined);
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

/** A user with a token is sent home (PF-R3), unless there is a ticket to redeem. */
function LoginGate({ page: Login }: { page: ComponentType }) {
  const { key, search } = useLocation();
  const isTicket = new URLSearchParams(search).has("ticket");
  return <Gate key={key} open={isTicket || storedToken() === ""} page={Login} />;
}

/** Decides once per visit, because the token that a login stores must not end its full-screen loading. */
function Gate({ open, page: Login }: { open: boolean; page: ComponentType }) {
  const [shown] = useState(open);
  useLoadingWhileTyping();
  return shown ? <Login /> : <Navigate to="/home" replace />;
}

/** Loads the next files while the password is typed. */
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
