import { useEndpoint, useMay } from "@ops/platform/web";
import { getCar, lookUpCar } from "@ops/vehicle/contract";

/**
 * Loads the car of a VIN. A person who may only look up single cars gets it by a call that is counted and logged. It is
 * made once per VIN, however often the drawer is opened.
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
