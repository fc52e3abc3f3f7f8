import { useContext } from "react";
import { useLocation, useNavigate } from "react-router";
import { PageContext } from "../shell/page/page-context.ts";
import { readOpened, writeOpened } from "./opened-address.ts";

/** What `RecordDrawer` takes of it. */
export interface OpenedRecord {
  readonly id: string;
  readonly tab: string | null;
  readonly onTab: (tab: string) => void;
  readonly onClose: () => void;
}

/**
 * Finds the record in the address as `?id=`, with the tab of its drawer as `&tab=`, so that people can send a link. If
 * the page uses these words itself, another one is given: `useOpened("car")` reads `?car=` and `&carTab=`.
 */
export function useOpened(name = "id") {
  const location = useLocation();
  const navigate = useNavigate();
  // a cached page behind this one has its own address, and its drawer would appear above this page
  const isBehind = useContext(PageContext)?.active === false;
  const { id, tab } = readOpened(isBehind ? "" : location.search, name);
  const go = (next: string | null, nextTab?: string) => {
    const search = writeOpened(location.search, name, next, nextTab);
    void navigate(`${location.pathname}${search}`, { replace: true });
  };
  const close = () => go(null);
  const drawer: OpenedRecord | null =
    id === null ? null : { id, tab, onTab: (nextTab) => go(id, nextTab), onClose: close };
  return { id, open: (next: string, nextTab?: string) => go(next, nextTab), close, drawer };
}
