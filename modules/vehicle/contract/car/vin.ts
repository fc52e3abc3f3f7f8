import { checkDigitOf, normaliseVin, VIN_CHECK_AT, vinFault } from "@ops/platform/contract";
import { vehicleErrors } from "../errors.ts";

/** Takes the last eight characters, which people use to name a car. */
export const vinTail = ({ vin }: { readonly vin: string }): string => vin.slice(-8);

export interface ReadVin {
  readonly vin: string;
  /** Whether the check character is wrong, but the brand accepts that with a flag. */
  readonly isCheckOdd: boolean;
}

/**
 * Reads a VIN from a form or a file. Refuses with VEHICLE_VIN_FORMAT, and with VEHICLE_VIN_CHECK if checks are strict.
 */
export function readVin(typed: string, check: "STRICT" | "WARN"): ReadVin {
  const vin = normaliseVin(typed);
  const reason = vinFault(vin);
  if (reason) throw vehicleErrors.vinFormat({ reason });
  const expected = checkDigitOf(vin);
  const isCheckOdd = vin[VIN_CHECK_AT] !== expected;
  if (isCheckOdd && check === "STRICT") throw vehicleErrors.vinCheck({ expected });
  return { vin, isCheckOdd };
}
