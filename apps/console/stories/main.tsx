// Parts of the kit to look at and to try (PF-R130). Only the development server serves this page; no build of the
// console contains it.
import { queryClient, ThemeRoot } from "@ops/platform/web";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Stories } from "./Stories.tsx";
import "virtual:antd-core.css";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ThemeRoot>
          <Stories />
        </ThemeRoot>
      </QueryClientProvider>
    </StrictMode>,
  );
}
