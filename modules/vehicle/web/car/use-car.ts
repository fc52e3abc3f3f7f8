import { useEndpoint, useMay } from "@ops/platform/web";
import { getCar, lookUpCar } from "@ops/vehicle/contract";

/**
 * The car of a VIN. Who may not see cars but look single ones up gets it by a call that is counted and logged: once for
 * each VIN, however often its drawer is opened.
 */
export function useCar(vin: string) {
  const isSeen = useMay()(getCar);
  const seen = useEndpoint(getCar, { params: { vin } }, { silent: true, enabled: isSeen });
  const lookedUp = useEndpoint(
    lookUpCar,
    { body: { vin } },
    { silent: true, enabled: !isSeen, staleTime: Number.POSITIVE_INFINITY },
  );
  return isSeen ? seen : lookedUp;
}
