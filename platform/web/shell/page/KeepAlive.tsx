import { Activity, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Location, useLocation, useOutlet } from "react-router";
import { useSession } from "../../session/use-session.ts";
import { isKeptAlive } from "../menu/menu-tree.ts";
import { siteRouteOf } from "../site-routes.ts";
import { PageContext } from "./page-context.ts";

const MOST_KEPT = 6;

interface Kept {
  element: ReactNode;
  location: Location;
}

/**
 * The page of the address. Cached routes stay mounted in a hidden Activity: input, scroll and selection survive,
 * effects stop (PF-R7). Give it a new `key` to drop the cache.
 */
export function KeepAlive() {
  const outlet = useOutlet();
  const location = useLocation();
  const { menu } = useSession();
  const [kept] = useState(() => new Map<string, Kept>());
  const path = location.pathname;
  const cached = siteRouteOf(path)?.cached === true || isKeptAlive(path, menu);
  if (cached) keep(kept, path, { element: outlet, location });
  // a stable order: moving a DOM node would reset its inner scrollers
  const alive = [...kept].sort(([one], [other]) => (one < other ? -1 : 1));
  return (
    <>
      {alive.map(([key, page]) => (
        <Activity key={key} mode={key === path ? "visible" : "hidden"}>
          <PageHost active={key === path} location={page.location}>
            {page.element}
          </PageHost>
        </Activity>
      ))}
      {!cached && (
        <PageHost key={path} active location={location}>
          {outlet}
        </PageHost>
      )}
    </>
  );
}

/** Re-inserted at the end, so that the map is ordered by last visit; the oldest goes when there are too many. */
function keep(kept: Map<string, Kept>, path: string, page: Kept): void {
  kept.delete(path);
  kept.set(path, page);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

interface PageHostProps {
  active: boolean;
  location: Location;
  children: ReactNode;
}

function PageHost({ active, location, children }: PageHostProps) {
  const host = useRef<HTMLDivElement>(null);
  const scrolled = useRef(new Map<Element, { top: number; left: number }>());
  const page = useMemo(() => ({ active, location }), [active, location]);
  // runs when the page appears, also when a hidden one is revealed
  useLayoutEffect(() => {
    for (const [element, offset] of scrolled.current) element.scrollTo({ ...offset, behavior: "instant" });
    const remember = ({ target }: Event) => {
      if (target instanceof Element) scrolled.current.set(target, { top: target.scrollTop, left: target.scrollLeft });
    };
    const node = host.current;
    node?.addEventListener("scroll", remember, { capture: true, passive: true });
    return () => node?.removeEventListener("scroll", remember, { capture: true });
  }, []);
  return (
    <div ref={host} className="page-host">
      <PageContext value={page}>{children}</PageContext>
    </div>
  );
}
