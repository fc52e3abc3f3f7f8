import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createHashRouter, redirect } from "react-router";
import { RouterProvider } from "react-router/dom";
import { AppsPage } from "./AppsPage.tsx";
import { ask, smsOutbox } from "./calls.ts";
import { loadApps, prepareLogin, resume, start } from "./enter.ts";
import { LoginPage } from "./LoginPage.tsx";
import { OutboxPage } from "./OutboxPage.tsx";
import { PortalTheme } from "./PortalTheme.tsx";
import { Troubled, Waiting } from "./Waiting.tsx";

const around = { HydrateFallback: Waiting, ErrorBoundary: Troubled };
const router = createHashRouter([
  { path: "/", loader: start, Component: Waiting, ...around },
  { path: "/login", loader: prepareLogin, Component: LoginPage, ...around },
  { path: "/apps", loader: loadApps, Component: AppsPage, ...around },
  { path: "/Transfer", loader: resume, Component: Waiting, ...around },
  { path: "/outbox", loader: () => ask(smsOutbox, {}), Component: OutboxPage, ...around },
  { path: "*", loader: () => redirect("/") },
]);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <PortalTheme>
        <RouterProvider router={router} />
      </PortalTheme>
    </StrictMode>,
  );
}
