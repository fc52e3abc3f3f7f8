import { createContext, useContext } from "react";
import type { Location } from "react-router";

export interface PageState {
  /** False while a cached page is hidden behind another one. */
  active: boolean;
  /** The location of this page, frozen while it is hidden; `useLocation` would already show the next page's. */
  location: Location;
}

export const PageContext = createContext<PageState | null>(null);

export function usePage(): PageState {
  const page = useContext(PageContext);
  if (!page) throw new Error("usePage is used outside a page of the workspace");
  return page;
}
