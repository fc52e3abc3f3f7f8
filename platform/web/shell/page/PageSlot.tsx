import { type ComponentType, Suspense } from "react";
import { Navigate } from "react-router";
import { useSession } from "../../session/use-session.ts";
import { findUnopened, isGranted, menuAddress } from "../menu/menu-tree.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";
import { usePage } from "./page-context.ts";

/** A module's web door exports `pages: PageTable`; keys are paths of the site map. */
export type PageTable = Record<string, () => Promise<{ default: ComponentType }>>;

interface PageSlotProps {
  page: ComponentType;
  /** Shown in place when the server did not grant the page (PF-R4). */
  forbidden: ComponentType;
}

/** One page of the workspace with its own check of rights, loading and crash, which affect no other page. */
export function PageSlot({ page: Page, forbidden: Forbidden }: PageSlotProps) {
  const { location } = usePage();
  const { menu } = useSession();
  const Shown = isGranted(location.pathname, menu) ? Page : Forbidden;
  const closed = findUnopened(location.pathname, menu);
  if (closed) return <Navigate to={menuAddress(closed)} replace />;
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <Shown />
      </Suspense>
    </ErrorBoundary>
  );
}
