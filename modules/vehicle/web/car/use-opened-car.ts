import { useLocation, useNavigate } from "react-router";

/** The car that stands in the address as `?car=`. */
export function useOpenedCar() {
  const location = useLocation();
  const navigate = useNavigate();
  const search = new URLSearchParams(location.search);
  const go = (vin: string | null) => {
    const next = new URLSearchParams(search);
    if (vin) next.set("car", vin);
    else next.delete("car");
    void navigate(`${location.pathname}?${next}`, { replace: true });
  };
  return { vin: search.get("car"), open: (vin: string) => go(vin), close: () => go(null) };
}
