import { ORDER_PAGE, orderViews } from "@ops/order/contract";
import { useListFilter, usePage } from "@ops/platform/web";
import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { searchWithView, viewIn } from "./view-address.ts";

/**
 * The chosen view. It stands in the address, so that it can be sent and survives a reload; the filters of the list follow
 * a link that is opened, and the address follows the filters.
 */
export function useView(): [string, (view: string) => void] {
  const [view, choose] = useListFilter(ORDER_PAGE, "view");
  const { location, active } = usePage();
  const navigate = useNavigate();
  const told = viewIn(location.search);
  const taken = useRef("");
  const agree = useEffectEvent(() => {
    if (told !== "" && told !== taken.current) {
      taken.current = told;
      if (told in orderViews) choose(told);
    } else if (view !== told) {
      taken.current = view;
      void navigate(`${location.pathname}${searchWithView(location.search, view)}`, { replace: true });
    }
  });
  useEffect(() => {
    if (active) agree();
  }, [active, told, view]);
  return [view, choose];
}
