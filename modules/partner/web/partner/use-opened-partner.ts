import { PARTNER_PAGE } from "@ops/partner/contract";
import { useLocation, useNavigate } from "react-router";

/** The partner that stands in the address as `?id=`, with the tab of its drawer, so that it can be sent. */
export function useOpenedPartner() {
  const location = useLocation();
  const navigate = useNavigate();
  // another page kept alive behind this one has an address of its own
  const search = new URLSearchParams(location.pathname === PARTNER_PAGE ? location.search : "");
  const go = (id: string | null, tab?: string) => {
    const next = new URLSearchParams(search);
    for (const name of ["id", "tab"]) next.delete(name);
    if (id) next.set("id", id);
    if (id && tab) next.set("tab", tab);
    void navigate(`${PARTNER_PAGE}?${next}`, { replace: true });
  };
  return {
    id: search.get("id"),
    tab: search.get("tab"),
    open: (id: string, tab?: string) => go(id, tab),
    close: () => go(null),
  };
}
