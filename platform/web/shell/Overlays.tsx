import { type ComponentType, useState } from "react";
import { useLocation } from "react-router";
import { ErrorBoundary } from "./page/ErrorBoundary.tsx";
import { partsOf } from "./page/lazy-parts.tsx";

/** A module's web door exports `overlays: OverlayTable`; keys are words of the query, such as `car` of `?car=`. */
export type OverlayTable = Readonly<Record<string, () => Promise<{ default: ComponentType }>>>;

/** Shows overlays that the address names. A module's overlay is loaded when an address names it. */
export function Overlays({ table }: { readonly table: OverlayTable }) {
  const asked = new URLSearchParams(useLocation().search);
  const [parts] = useState(() =>
    Object.entries(table).map(([key, load]) => ({ key, Overlay: partsOf(load).overlay("default") })),
  );
  return parts
    .filter(({ key }) => asked.has(key))
    .map(({ key, Overlay }) => (
      <ErrorBoundary key={key}>
        <Overlay />
      </ErrorBoundary>
    ));
}
