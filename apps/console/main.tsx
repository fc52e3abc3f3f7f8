import { publicPages, sessionPort } from "@ops/authority/web";
import {
  CallFailure,
  ErrorBoundary,
  hearOtherTabs,
  hearSessionSignals,
  holdNavigator,
  holdSessionPort,
  isChunkFailure,
  numberTypedAddresses,
  Refusal,
  ThemeRoot,
  watchForOutdated,
} from "@ops/platform/web";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { consoleRouter } from "./router.tsx";

const typedAddresses = numberTypedAddresses();
const router = consoleRouter(publicPages);
router.subscribe(typedAddresses.look);

holdSessionPort(sessionPort);
holdNavigator((path, options) => void router.navigate(path, options));
hearSessionSignals();
hearOtherTabs();
watchForOutdated();

// what a call could not do has been told; an action of a page need not catch it again
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof CallFailure || event.reason instanceof Refusal) event.preventDefault();
});

/** A part of an older release that is gone is told on the page; anything else is a bug and belongs in the log. */
function onCaughtError(thrown: unknown): void {
  if (!isChunkFailure(thrown)) console.error(thrown);
}

const root = document.getElementById("root");
if (root) {
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <ThemeRoot>
        <ErrorBoundary>
          <RouterProvider router={router} />
        </ErrorBoundary>
      </ThemeRoot>
    </StrictMode>,
  );
}
