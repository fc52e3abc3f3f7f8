import { STAFF_PAGE } from "@ops/partner/contract";
import { useLocation, useNavigate } from "react-router";

/** The person that stands in the address as `?id=`, so that the drawer can be sent. */
export function useOpenedStaff() {
  const location = useLocation();
  const navigate = useNavigate();
  const search = new URLSearchParams(location.search);
  const go = (id: string | null) => {
    const next = new URLSearchParams(search);
    if (id) next.set("id", id);
    else next.delete("id");
    void navigate(`${STAFF_PAGE}?${next}`, { replace: true });
  };
  // another page kept alive behind this one has an address of its own
  const id = location.pathname === STAFF_PAGE ? search.get("id") : null;
  return { id, open: (staffId: string) => go(staffId), close: () => go(null) };
}
