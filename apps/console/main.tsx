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

// the call has already shown its error, so actions of a page need not catch it
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof CallFailure || event.reason instanceof Refusal) event.preventDefault();
});

/** A missing file of an older release is shown on the page. Any other error is a bug and is logged. */
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
